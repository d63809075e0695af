// A decision is counted on the public page, in the day's work of the overview and on the moderator's own page; what the
// demonstration data decided is not.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { launch, picture, visitor } from '../lib/browser.mjs'
import { eventually } from '../lib/eventually.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'

const SLUG = 'lobby-aquarium'
let server, browser, guest, staff

before(async () => {
  server = await Server.demonstration()
  browser = await launch()
  guest = await visitor(browser, server.url)
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
})

afterEach(async () => {
  await picture(guest?.page, 'transparency-guest')
  await picture(staff?.page, 'transparency-staff')
})

after(async () => {
  await browser?.close()
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
  await page.getByRole('heading', { name: '审核透明度' }).waitFor()
  await page.getByText('演示数据不计入').waitFor()
  await page.getByText('还没有可以公布的审核决定').waitFor()
  assert.equal((await figures()).recent.approved, 0)
})

test('the page is drawn for readers without scripts', async () => {
  const html = await (await fetch(`${server.url}/transparency`, { headers: { 'User-Agent': 'testbot' } })).text()
  assert.match(html, /<title>审核透明度/)
  assert.match(html, /<meta name="description" content="[^"]*审核数据/)
  assert.match(html, /怎样计算|<noscript>/)
})

test('a decision appears on the public page without the name of who decided', async () => {
  await command(staff.context, server, 'PATCH', `/v2/project/${SLUG}`, {
    status: 'rejected',
    reason: { code: 'incomplete' },
    moderation_message: '请写清玩法。',
    moderation_options: ['summary-insufficient', 'title-useless-info'],
  })
  const { page } = guest
  await eventually(async () => assert.equal((await figures()).recent.rejected, 1))
  await page.goto('/transparency')
  await eventually(async () => assert.equal(await figure(page, '拒绝').getAttribute('title'), '1'))
  await page.getByRole('rowheader', { name: /简介/ }).waitFor()
  const chart = page.getByRole('region', { name: '每月的决定' })
  await chart.getByRole('img').waitFor()
  await chart.getByRole('button', { name: '显示表格' }).click()
  await chart.getByRole('row').last().getByRole('cell').last().getByText('1', { exact: true }).waitFor()
  assert.equal(await page.getByText('演示版主').count(), 0)
  assert.doesNotMatch(JSON.stringify(await figures()), /演示版主/)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.equal(await overflow(page), undefined)
  }
  assert.deepEqual(await findings(page), [])
})

test('the overview counts it in the work of the day and leads to the moderator’s page', async () => {
  const { page } = staff
  await page.goto('/moderation')
  await page.getByRole('heading', { name: '审核总览' }).waitFor()
  const row = page.getByRole('region', { name: '今天的工作' }).getByRole('row').filter({ hasText: '演示版主' })
  await row.getByRole('cell').nth(1).getByText('1', { exact: true }).waitFor()
  assert.deepEqual(await findings(page), [])
  await row.getByRole('link').click()
  await page.waitForURL('**/moderation/work?of=*')
  await page.getByRole('heading', { name: '我的审核工作' }).waitFor()
  await page
    .getByRole('region', { name: '同样的选项，别人怎样决定' })
    .getByRole('row')
    .filter({ hasText: '不足' })
    .getByText('没有人选过')
    .waitFor()
  await page.getByRole('region', { name: '最近的决定' }).getByRole('listitem').first().getByText('拒绝', { exact: true }).waitFor()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.equal(await overflow(page), undefined)
  }
  assert.deepEqual(await findings(page), [])
})

test('a round that a person submitted has a wait', async () => {
  const reason = { code: 'complies' }
  await command(staff.context, server, 'PATCH', `/v2/project/${SLUG}`, { status: 'processing', reason })
  await command(staff.context, server, 'PATCH', `/v2/project/${SLUG}`, { status: 'approved', reason })
  await eventually(async () => {
    const { recent } = await figures()
    assert.equal(recent.approved, 1)
    assert.notEqual(recent.median_seconds, null)
  })
})
