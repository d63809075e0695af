// A rejection is undone: another moderator proposes it, a third confirms, each in a browser of their own; the author reads
// why, and the project is back at its place in the queue until it is approved.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
const review = '/project/lobby-aquarium/moderation'
let server, author, first, second, third, project, place

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  await server.feed(`${password}\n`, 'admin', 'create', 'keeper', 'keeper@example.org')
  ;[author, first, second, third] = await Promise.all([1, 2, 3, 4].map(() => visitor(browser, server.url)))
  await signIn(author.context, server, '演示创作者')
  await signIn(first.context, server, '演示版主')
  await signIn(second.context, server, '演示管理员')
  const signedIn = await third.context.request.post(`${server.url}/v2/auth/login`, { data: { username: 'keeper', password } })
  expect(signedIn.ok()).toBeTruthy()
  place = await waiting('lobby-aquarium')
  project = place.id
})

test.afterAll(async () => {
  await server?.stop()
})

/** The row of a project in the queue. */
async function waiting(slug) {
  const answer = await first.context.request.get(`${server.url}/_internal/moderation/projects?count=100`)
  return (await answer.json()).projects.find((one) => one.slug === slug)
}

/** Fails where the page has an obstacle, or is wider than a phone. */
async function sound(page) {
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
  await page.setViewportSize({ width: 1440, height: 900 })
}

const reject = (who, message) =>
  command(who.context, server, 'PATCH', `/v2/project/${project}`, {
    status: 'rejected',
    moderation_message: message,
    reason: { code: 'incomplete' },
  })

test('another moderator proposes to undo a rejection', async () => {
  await author.page.goto(review)
  await reject(first, '缺少说明')
  await expect(author.page.getByRole('heading', { level: 1 }).getByText('已拒绝')).toBeVisible()
  const { page } = second
  await page.goto(review)
  await page.getByRole('button', { name: '提议撤销' }).click()
  const dialog = page.getByRole('dialog', { name: '提议撤销这个审核决定' })
  await expect(dialog.getByText('另一位审核人员须在 24 小时内确认')).toBeVisible()
  await dialog.getByRole('button', { name: '提议撤销' }).click()
  await expect(dialog.getByText('请写明原因。')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('textbox', { name: /原因/ }).fill('说明写在描述的最后，看漏了。')
  await dialog.getByRole('button', { name: '提议撤销' }).click()
  await expect(page.getByText('演示管理员 提议撤销 演示版主 的「拒绝」决定')).toBeVisible()
  await expect(page.getByRole('button', { name: /^收回提议/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^确认撤销/ })).toHaveCount(0)
  await sound(page)
})

test('the one who decided cannot answer the proposal, a third moderator confirms it from the queue', async () => {
  await first.page.goto(review)
  await expect(first.page.getByText('你可以直接撤销，但不能确认或驳回他人的提议')).toBeVisible()
  await expect(first.page.getByRole('button', { name: /^(确认撤销|驳回提议)/ })).toHaveCount(0)
  const { page } = third
  await page.goto('/moderation/review')
  const list = page.getByRole('region', { name: '等待确认的撤销提议' })
  await expect(list.getByText('说明写在描述的最后')).toBeVisible()
  await sound(page)
  await list.getByRole('button', { name: /^确认撤销/ }).click()
  await expect(list).toHaveCount(0)
  await expect(first.page.getByText('审核决定已撤销').first()).toBeVisible()
})

test('the author reads why, and the project is back at its place', async () => {
  const { page } = author
  await expect(page.getByRole('heading', { level: 1 }).getByText('审核中')).toBeVisible()
  const history = page.getByRole('region', { name: '审核记录' })
  await expect(history.getByText('审核决定已撤销')).toBeVisible()
  await expect(page.getByRole('region', { name: '对话' }).getByText('说明写在描述的最后，看漏了。').first()).toBeVisible()
  await expect(history.getByText('无需重新提交')).toBeVisible()
  await expect(page.getByRole('button', { name: /撤销/ })).toHaveCount(0)
  await sound(page)
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('link', { name: '审核决定已撤销' }).first()).toBeVisible()
  const again = await waiting('lobby-aquarium')
  expect([again.place, again.queued, again.round]).toEqual([place.place, place.queued, place.round])
})

test('the moderator who decided is told, decides again and undoes that alone from the audit', async () => {
  const { page } = first
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('link', { name: '审核决定被撤销' }).first()).toBeVisible()
  await reject(first, '还是缺少说明')
  await page.goto('/moderation/audit?kind=rejected&mark=none')
  await page.getByRole('button', { name: /^展开/ }).first().click()
  await page.getByRole('button', { name: '撤销决定' }).click()
  const dialog = page.getByRole('dialog', { name: '撤销你的审核决定' })
  await dialog.getByRole('textbox', { name: /原因/ }).fill('又看漏了。')
  await dialog.getByRole('button', { name: '撤销决定' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto('/moderation/audit?kind=decision-undone,undo-proposed,undo-confirmed')
  for (const text of ['又看漏了。', '提议撤销', '确认撤销']) await expect(page.getByRole('table').getByText(text).first()).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('the project is approved in the same round', async ({ browser }) => {
  await command(second.context, server, 'PATCH', `/v2/project/${project}`, { status: 'approved', reason: { code: 'complies' } })
  await author.page.goto(review)
  await expect(author.page.getByRole('list', { name: `第 ${place.round} 轮` }).getByText('批准')).toBeVisible()
  const reader = await visitor(browser, server.url)
  await reader.page.goto('/project/lobby-aquarium')
  await expect(reader.page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await waiting('lobby-aquarium')).toBe(undefined)
})
