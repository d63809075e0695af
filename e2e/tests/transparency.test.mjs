// A decision is counted on the public page, in the day's work of the overview and on the moderator's own page; what the
// demonstration data decided is not.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const SLUG = 'lobby-aquarium'
let server, guest, staff

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  guest = await visitor(browser, server.url)
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
})

test.afterAll(async () => {
  await server?.stop()
})

const figures = async () => (await fetch(`${server.url}/_internal/transparency`)).json()
const figure = (page, name) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

test('a site with demonstration data alone has no decisions, and says why', async () => {
  const { page } = guest
  await page.goto('/transparency')
  await expect(page.getByRole('heading', { name: '审核透明度' })).toBeVisible()
  await expect(page.getByText('演示数据不计入')).toBeVisible()
  await expect(page.getByText('还没有可以公布的审核决定')).toBeVisible()
  expect((await figures()).recent.approved).toBe(0)
})

test('the page is drawn for readers without scripts', async () => {
  const html = await (await fetch(`${server.url}/transparency`, { headers: { 'User-Agent': 'testbot' } })).text()
  expect(html).toMatch(/<title>审核透明度/)
  expect(html).toMatch(/<meta name="description" content="[^"]*审核数据/)
  expect(html).toMatch(/怎样计算|<noscript>/)
})

test('a decision appears on the public page without the name of who decided', async () => {
  await command(staff.context, server, 'PATCH', `/v2/project/${SLUG}`, {
    status: 'rejected',
    reason: { code: 'incomplete' },
    moderation_message: '请写清玩法。',
    moderation_options: ['summary-insufficient', 'title-useless-info'],
  })
  const { page } = guest
  await expect(async () => expect((await figures()).recent.rejected).toBe(1)).toPass()
  await page.goto('/transparency')
  await expect(figure(page, '拒绝')).toHaveAttribute('title', '1')
  await expect(page.getByRole('rowheader', { name: /简介/ })).toBeVisible()
  const chart = page.getByRole('region', { name: '每月的决定' })
  await expect(chart.getByRole('img')).toBeVisible()
  await chart.getByRole('button', { name: '显示表格' }).click()
  await expect(chart.getByRole('row').last().getByRole('cell').last().getByText('1', { exact: true })).toBeVisible()
  await expect(page.getByText('演示版主')).toHaveCount(0)
  expect(JSON.stringify(await figures())).not.toMatch(/演示版主/)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page)).toBe(undefined)
  }
  expect(await findings(page)).toEqual([])
})

test('the overview counts it in the work of the day and leads to the moderator’s page', async () => {
  const { page } = staff
  await page.goto('/moderation')
  await expect(page.getByRole('heading', { name: '审核总览' })).toBeVisible()
  const row = page.getByRole('region', { name: '今天的工作' }).getByRole('row').filter({ hasText: '演示版主' })
  await expect(row.getByRole('cell').nth(1).getByText('1', { exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await row.getByRole('link').click()
  await page.waitForURL('**/moderation/work?of=*')
  await expect(page.getByRole('heading', { name: '我的审核工作' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: '同样的选项，别人怎样决定' }).getByRole('row').filter({ hasText: '不足' }).getByText('没有人选过'),
  ).toBeVisible()
  await expect(
    page.getByRole('region', { name: '最近的决定' }).getByRole('listitem').first().getByText('拒绝', { exact: true }),
  ).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page)).toBe(undefined)
  }
  expect(await findings(page)).toEqual([])
})

test('a round that a person submitted has a wait', async () => {
  const reason = { code: 'complies' }
  await command(staff.context, server, 'PATCH', `/v2/project/${SLUG}`, { status: 'processing', reason })
  await command(staff.context, server, 'PATCH', `/v2/project/${SLUG}`, { status: 'approved', reason })
  await expect(async () => {
    const { recent } = await figures()
    expect(recent.approved).toBe(1)
    expect(recent.median_seconds).not.toBe(null)
  }).toPass()
})
