// The owner of a public project plans its release: it is hidden until then, and the plan can be cancelled.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

let server, maker, guest, project

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  maker = await visitor(browser, server.url)
  await signIn(maker.context, server, '演示创作者')
  guest = await visitor(browser, server.url)
  const projects = await (await fetch(`${server.url}/v2/user/${encodeURIComponent('演示创作者')}/projects`)).json()
  project = projects.find((one) => one.status === 'approved')
})

test.afterAll(async () => {
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
  await expect(card.getByText('请填写日期和时间。')).toBeVisible()
  await card.getByLabel('发布时间').fill(await inDays(page, 2))
  await card.getByRole('button', { name: '设定发布时间' }).click()
  await expect(card.getByText(/^将于 .*设为「公开」/)).toBeVisible()
  expect(await visible()).toBe(404)
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()

  await card.getByLabel('发布时间').fill(await inDays(page, 3))
  await card.getByRole('combobox', { name: '到时设为' }).selectOption('unlisted')
  await card.getByRole('button', { name: '更改发布时间' }).click()
  await expect(card.getByText(/^将于 .*设为「不公开列出」/)).toBeVisible()
  await page.goto(`/${project.url_type}/${project.slug}`)
  await expect(page.getByText(/^定于 .* 发布/)).toBeVisible()

  await page.goto(`/${project.url_type}/${project.slug}/settings`)
  await card.getByRole('button', { name: '取消定时发布' }).click()
  await expect(card.getByRole('button', { name: '设定发布时间' })).toBeVisible()
  await page.goto(`/${project.url_type}/${project.slug}`)
  await expect(page.getByText('这个页面是私有的，只有成员能看到。')).toBeVisible()
  expect(await visible()).toBe(404)
})
