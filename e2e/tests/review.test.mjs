// A project's life in review: rejected by keyboard alone, rejected a second time by the faster of two moderators, undone,
// and approved by the other one after taking the review over. Each person has a browser of their own.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const slug = 'lobby-aquarium'
let server, author, first, second, project

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  ;[author, first, second] = await Promise.all([1, 2, 3].map(() => visitor(browser, server.url)))
  await signIn(author.context, server, '演示创作者')
  await signIn(first.context, server, '演示版主')
  await signIn(second.context, server, '演示管理员')
  project = await (await author.context.request.get(`${server.url}/_internal/project/${slug}`)).json()
})

test.afterAll(async () => {
  await server?.stop()
})

const tab = () => `/${project.url_type}/${slug}/moderation`
const panelOf = (page) => page.getByRole('complementary', { name: '审核面板' })
const messageOf = (page) => panelOf(page).getByRole('textbox', { name: '给作者的消息' })
const decisionOf = (page, name) => panelOf(page).getByRole('button', { name, exact: true })

/** Presses a key until something has the focus. */
async function pressUntil(page, key, focused) {
  for (let times = 0; times < 40; times++) {
    if (await focused.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead there`)
}

test('a moderator rejects a project from the queue with the keyboard alone', async () => {
  const { page } = first
  await page.goto('/moderation/review')
  const row = page.getByRole('table', { name: '等待审核的项目' }).getByRole('link', { name: project.title, exact: true })
  await pressUntil(page, 'j', row)
  await page.keyboard.press('Enter')
  await expect(panelOf(page).getByText(/第 1 步/)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '审核面板的快捷键' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('1')
  await expect(panelOf(page).getByRole('checkbox').first()).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(panelOf(page).getByText(/第 2 步/)).toBeVisible()
  await page.keyboard.press('e')
  // The message has the focus then, and the chords work inside of it.
  await expect(messageOf(page)).toBeFocused()
  await expect(messageOf(page)).not.toHaveText('')
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' 改好后请回复。')
  await page.keyboard.press('Shift+Alt+R')
  const done = panelOf(page).getByRole('status').filter({ hasText: '已拒绝' })
  await expect(done.getByText(/您已完成此项目的审核！还有 \d+ 个项目。/)).toBeVisible()
  await expect(done.locator('svg.lucide-circle-check'), 'a rejection is no success').toHaveCount(0)
  await expect(panelOf(page).getByRole('button', { name: '下一个项目' })).toBeFocused()
  expect(await findings(page)).toEqual([])
})

test('the author reads the message, mends and submits again', async () => {
  const { page } = author
  await page.goto(tab())
  await expect(page.getByText('改好后请回复。').first()).toBeVisible()
  await expect(page.getByText('演示版主'), 'the author learns who decided').toHaveCount(0)
  await command(author.context, server, 'PATCH', `/v2/project/${project.id}`, { description: '水族箱里的鱼会跟着大厅里的人游。' })
  await page.getByRole('button', { name: '重新提交审核', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 }).getByText('审核中')).toBeVisible()
})

test('of two moderators one decides on a round, and the other is told and keeps what was typed', async () => {
  await first.page.goto(`/${project.url_type}/${slug}?review=1`)
  await expect(panelOf(first.page).getByText('你正在审核')).toBeVisible()
  await second.page.goto(`/${project.url_type}/${slug}?review=1`)
  await expect(
    panelOf(second.page)
      .getByText(/演示版主/)
      .first(),
  ).toBeVisible()
  await expect(panelOf(first.page).getByText(/演示管理员/)).toBeVisible() // who is looking, live
  await messageOf(second.page).fill('鱼的贴图很好，可以公开。')
  // A reload in the middle loses nothing.
  await expect(panelOf(second.page).getByText('已恢复上次的审核进度。').or(messageOf(second.page)).first()).toBeVisible()
  await second.page.reload()
  await expect(messageOf(second.page)).toHaveText('鱼的贴图很好，可以公开。')
  await messageOf(first.page).fill('请再写明需要哪些前置。')
  await panelOf(first.page).getByRole('combobox', { name: '原因' }).selectOption('incomplete')
  await decisionOf(first.page, '拒绝').click()
  await expect(panelOf(first.page).getByText('已拒绝').first()).toBeVisible()
  await expect(second.page.getByRole('heading', { level: 1 }).getByText('已拒绝')).toBeVisible()
  await expect(messageOf(second.page)).toHaveText('鱼的贴图很好，可以公开。')
  // A second press would overturn what the first has decided: there is none before it is asked for.
  await expect(
    panelOf(second.page)
      .getByRole('alert')
      .getByText(/^演示版主 已拒绝这个项目/),
  ).toBeVisible()
  await expect(decisionOf(second.page, '批准')).toBeDisabled()
  await expect(panelOf(second.page).getByRole('button', { name: '仍要更改状态' })).toBeVisible()
})

test('the moderator undoes the rejection, both take the review over from each other, and the last approves', async () => {
  await first.page.goto(tab())
  await first.page.getByRole('button', { name: '撤销决定' }).click()
  const dialog = first.page.getByRole('dialog', { name: '撤销你的审核决定' })
  await dialog.getByRole('textbox', { name: /原因/ }).fill('前置写在依赖里，看漏了。')
  await dialog.getByRole('button', { name: '撤销决定' }).click()
  await expect(first.page.getByRole('heading', { level: 1 }).getByText('审核中')).toBeVisible()
  // The lock is free while the first reads the history: the second takes it, and either takes it from the other.
  const { page } = second
  await page.reload()
  await expect(panelOf(page).getByText('你正在审核')).toBeVisible()
  await first.page.goto(`/${project.url_type}/${slug}?review=1`)
  await expect(decisionOf(first.page, '批准'), 'the lock is held by somebody else').toBeDisabled()
  // The other one is at work on it: that is asked for.
  const takeOver = async (one) => {
    await panelOf(one).getByRole('button', { name: '接手' }).click()
    await one.getByRole('dialog', { name: '接手审核？' }).getByRole('button', { name: '接手' }).click()
  }
  await takeOver(first.page)
  await expect(panelOf(page).getByText('演示版主 接手了这个项目。你填写的内容都还在。')).toBeVisible()
  await takeOver(page)
  await expect(panelOf(first.page).getByText('演示管理员 接手了这个项目。你填写的内容都还在。')).toBeVisible()
  await expect(messageOf(page)).toHaveText('鱼的贴图很好，可以公开。')
  await decisionOf(page, '批准').click()
  const ask = page.getByRole('dialog', { name: '确认批准？' })
  await expect(ask.getByText(/^还有 \d+ 步没有完成。$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(panelOf(page).getByRole('status').filter({ hasText: '已通过' }).locator('svg.lucide-circle-check')).toBeVisible()
})

test('the author sees both rounds with what became of them', async () => {
  const { page } = author
  await page.goto(tab())
  await expect(page.getByRole('region', { name: '审核记录' }).getByText('审核决定已撤销').first()).toBeVisible()
  await expect(page.getByRole('region', { name: '对话' }).getByText('前置写在依赖里，看漏了。').first()).toBeVisible()
  await expect(page.getByText('鱼的贴图很好，可以公开。').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
})

test('on a phone the page and the checklist are two tabs, and nothing is cut', async () => {
  const { projects } = await (await first.context.request.get(`${server.url}/_internal/moderation/projects`)).json()
  const waiting = projects.find((one) => !one.own)
  const { page } = first
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${waiting.url_type}/${waiting.slug}?review=1`)
  const panel = panelOf(page)
  await expect(panel.getByText(/^第 1 步/)).toBeVisible()
  expect(await overflow(page)).toBeFalsy()
  await panel.getByRole('button', { name: '项目页' }).click()
  await expect(panel.getByText(/^第 1 步/)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await panel.getByRole('button', { name: /^审核清单/ }).click()
  await expect(panel.getByText(/^第 1 步/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  // The reason and the message are there without scrolling.
  await expect(panel.getByRole('combobox', { name: '原因' })).toBeInViewport({ ratio: 1 })
  await expect(messageOf(page)).toBeInViewport({ ratio: 1 })
  expect(await panel.evaluate((aside) => ((aside.scrollTop = 50), aside.scrollTop)), 'the panel itself does not scroll').toBe(0)
})
