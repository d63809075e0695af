// A conversation about a rejected project: the author answers with a picture, the staff writes a note that the author does not
// see and an answer, what is unread is marked on both sides, and the project is submitted again.
import { visitor } from '../lib/browser.mjs'
import { complete, findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const review = '/project/lobby-aquarium/moderation'
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC', 'base64')
let server, author, staff, project

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  ;[author, staff] = await Promise.all([1, 2].map(() => visitor(browser, server.url)))
  await signIn(author.context, server, '演示创作者')
  await signIn(staff.context, server, '演示版主')
  project = await (await author.context.request.get(`${server.url}/_internal/project/lobby-aquarium`)).json()
})

test.afterAll(async () => {
  await server?.stop()
})

const talk = (page) => page.getByRole('region', { name: '对话' })
const lines = (page) => talk(page).getByRole('log')
const tab = (page) => page.getByRole('navigation').getByRole('link', { name: /^审核( |$)/ })

/** Types into the field of the conversation; an input method's Enter does not send. */
async function write(page, text, name = '写消息') {
  await talk(page).getByRole('textbox', { name, exact: true }).click()
  await page.keyboard.type(text)
}

/** Fails where the page has an obstacle, or is wider than a phone. */
async function sound(page) {
  await complete(page)
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the message of a rejection stands once, in the conversation, and the history leads to it', async () => {
  const { page } = author
  await page.goto(review)
  await command(staff.context, server, 'PATCH', `/v2/project/${project.id}`, {
    status: 'rejected',
    moderation_message: '描述里没有写**支持哪些版本**。',
    reason: { code: 'incomplete' },
  })
  // A program of the family sends the message again.
  await command(staff.context, server, 'POST', `/v3/thread/${project.thread_id}`, {
    body: { type: 'text', body: '描述里没有写**支持哪些版本**。' },
  })
  await expect(lines(page).getByText('描述里没有写')).toHaveCount(1)
  await expect(lines(page).getByText('审核意见')).toBeVisible()
  await expect(lines(page).getByText('演示版主')).toHaveCount(0)
  await expect(
    lines(page)
      .getByText(/审核人员将状态从/)
      .last(),
  ).toContainText('已拒绝')
  const history = page.getByRole('region', { name: '审核记录' })
  await expect(history.getByText('描述里没有写')).toHaveCount(0)
  await history.getByRole('link', { name: '在对话里查看留言' }).first().click()
  await expect(lines(page).getByText('描述里没有写')).toBeInViewport()
  await sound(page)
})

test('the author answers with a picture, and loses nothing that was typed', async () => {
  const { page } = author
  await write(page, '写在图里了：')
  await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('写在图里了')))
  await page.reload()
  await expect(talk(page).getByText('写在图里了：').first()).toBeVisible()
  await talk(page).getByRole('textbox', { name: '写消息' }).click()
  await page.keyboard.press('Control+End')
  await talk(page).getByRole('button', { name: '图片', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '插入图片' })
  await dialog.getByRole('textbox').first().fill('版本列表')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'versions.png', mimeType: 'image/png', buffer: dot })
  await expect(dialog.getByRole('button', { name: '插入', exact: true })).toBeEnabled()
  await dialog.getByRole('button', { name: '插入', exact: true }).click()
  await talk(page).getByRole('textbox', { name: '写消息' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(lines(page).getByRole('img', { name: '版本列表' })).toBeVisible()
  const answer = await author.context.request.get(`${server.url}/v3/thread/${project.thread_id}`)
  expect((await answer.json()).messages.at(-1).body.associated_images).toHaveLength(1)
})

test('the staff sees the mark of what is unread, the picture and a line above it', async () => {
  const { page } = staff
  await page.goto('/project/lobby-aquarium')
  await expect(tab(page).getByLabel('1 条未读消息')).toBeVisible()
  await tab(page).click()
  await expect(lines(page).getByRole('separator', { name: '未读' })).toBeVisible()
  const picture = lines(page).getByRole('img', { name: '版本列表' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((one) => one.naturalWidth)).toBeGreaterThan(0)
  await expect(tab(page).getByLabel(/条未读消息/)).toHaveCount(0)
  await sound(page)
})

test('a note of the staff is marked while it is written, and the author does not see it', async () => {
  const { page } = staff
  await talk(page).getByRole('button', { name: '内部备注' }).click()
  await expect(talk(page).getByText('仅审核人员可见，作者看不到')).toBeVisible()
  await write(page, '图里的版本和文件对得上。', '内部备注')
  await sound(page)
  await talk(page).getByRole('button', { name: '保存为内部备注' }).click()
  await expect(lines(page).getByText('图里的版本和文件对得上。')).toBeVisible()
  await expect(lines(page).getByText('备注 · 仅审核人员可见')).toBeVisible()
  await author.page.goto('/project/lobby-aquarium')
  await complete(author.page)
  await expect(tab(author.page).getByLabel(/条未读消息/)).toHaveCount(0)
  await talk(page).getByRole('button', { name: '答复作者' }).click()
  await write(page, '请把图里的内容写成文字。')
  await talk(page).getByRole('button', { name: '发送给作者' }).click()
  await expect(tab(author.page).getByLabel('1 条未读消息')).toBeVisible()
})

test('the author is notified, reads the answer below a line and quotes it', async () => {
  const { page } = author
  await page.goto('/dashboard/notifications')
  await expect(page.getByText('请把图里的内容写成文字。').first()).toBeVisible()
  await page.goto(review)
  await expect(lines(page).getByRole('separator', { name: '未读' })).toBeVisible()
  await expect(lines(page).getByText('图里的版本和文件对得上。')).toHaveCount(0)
  await talk(page).scrollIntoViewIfNeeded()
  await lines(page).getByRole('article').filter({ hasText: '请把图里的内容写成文字。' }).getByRole('button', { name: /^回复/ }).click()
  await expect(talk(page).getByText('回复 审核人员：')).toBeVisible()
  await page.keyboard.type('已写成文字。')
  await page.keyboard.press('Control+Enter')
  const answer = lines(page).getByRole('article').filter({ hasText: '已写成文字。' })
  await expect(answer.getByRole('link', { name: /请把图里的内容写成文字/ })).toBeVisible()
  await expect(tab(page).getByLabel(/条未读消息/)).toHaveCount(0)
  await sound(page)
})

test('the project is submitted again beside the form, and the queue says that its author has written', async () => {
  const { page } = author
  await page.getByRole('button', { name: '改好了，重新提交审核' }).click()
  await page.getByRole('dialog', { name: '没有检测到改动，仍要重新提交？' }).getByRole('button', { name: '仍要重新提交' }).click()
  await expect(page.getByRole('heading', { level: 1 }).getByText('审核中')).toBeVisible()
  await expect(
    lines(page)
      .getByText(/将状态从/)
      .last(),
  ).toContainText('审核中')
  await staff.page.goto('/moderation/review?replied=1')
  const row = staff.page.getByRole('row').filter({ hasText: '大厅鱼缸' })
  await expect(row.getByText('作者有 1 条新回复')).toBeVisible()
  await sound(staff.page)
})
