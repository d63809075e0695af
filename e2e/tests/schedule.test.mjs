// The owner of a public project plans its release: it is hidden until then, and the plan can be cancelled.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { launch, picture, visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'

let server, browser, maker, guest, project

before(async () => {
  server = await Server.demonstration()
  browser = await launch()
  maker = await visitor(browser, server.url)
  await signIn(maker.context, server, '演示创作者')
  guest = await visitor(browser, server.url)
  const projects = await (await fetch(`${server.url}/v2/user/${encodeURIComponent('演示创作者')}/projects`)).json()
  project = projects.find((one) => one.status === 'approved')
})

afterEach(async () => {
  await picture(maker?.page, 'schedule-maker')
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** A minute some days ahead, as the field takes it in the zone of the page. */
const inDays = (page, days) =>
  page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 86_400_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, days)

const visible = async () => (await guest.context.request.get(`${server.url}/v2/project/${project.id}`)).status()

test('a release is planned, changed and cancelled on the settings page', async () => {
  const { page } = maker
  await page.goto(`/${project.url_type}/${project.slug}/settings`)
  const card = page.getByRole('region', { name: '定时发布' })
  await card.getByRole('button', { name: '设定发布时间' }).click()
  await card.getByText('请填写日期和时间。').waitFor()
  await card.getByLabel('发布时间').fill(await inDays(page, 2))
  await card.getByRole('button', { name: '设定发布时间' }).click()
  await card.getByText(/^将于 .*设为「公开」/).waitFor()
  assert.equal(await visible(), 404)
  assert.deepEqual(await findings(page), [])
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok(!(await overflow(page)))

  await card.getByLabel('发布时间').fill(await inDays(page, 3))
  await card.getByRole('combobox', { name: '到时设为' }).selectOption('unlisted')
  await card.getByRole('button', { name: '更改发布时间' }).click()
  await card.getByText(/^将于 .*设为「不公开列出」/).waitFor()
  await page.goto(`/${project.url_type}/${project.slug}`)
  await page.getByText(/^定于 .* 发布/).waitFor()

  await page.goto(`/${project.url_type}/${project.slug}/settings`)
  await card.getByRole('button', { name: '取消定时发布' }).click()
  await card.getByRole('button', { name: '设定发布时间' }).waitFor()
  await page.goto(`/${project.url_type}/${project.slug}`)
  await page.getByText('这个页面是私有的，只有成员能看到。').waitFor()
  assert.equal(await visible(), 404)
})
