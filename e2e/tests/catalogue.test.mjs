// The real catalogue, if it is beside the repository: frequent searches find the right project first.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { visitor } from '../lib/browser.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

const data = process.env.MODYARD_SHARED_DATA || resolve(import.meta.dirname, '../../../shared/data')
const catalogue = join(data, 'projects.jsonl.gz')
const there = existsSync(catalogue)
let server

test.skip(!there, `no catalogue at ${catalogue}`)

test.beforeAll(async () => {
  server = await Server.start()
  await server.run('import', '--limit', '3000', catalogue)
  const total = async () => (await (await fetch(`${server.url}/v2/search?limit=1`)).json()).total_hits
  for (let seen = -1; ; ) {
    const now = await total()
    if (now >= 2900 && now === seen) break
    seen = now
    await new Promise((done) => setTimeout(done, 500))
  }
})

test.afterAll(async () => {
  await server?.stop()
})

test('钠 and sodium find the same project; filter, open, download', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await context.route(/^https:/, (route) => route.abort()) // external pictures
  await page.goto('/mods')
  const search = page.getByRole('textbox', { name: /搜索模组/ })
  for (const text of ['钠', 'sodium']) {
    await search.fill(text)
    await page.waitForURL((url) => url.searchParams.get('q') === text)
    await expect(page.getByRole('article').first().locator('a[href$="/mod/sodium"]').first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Fabric', exact: true }).first().click()
  await page.waitForURL(/fabric/)
  await page.getByRole('article').first().locator('a[href$="/mod/sodium"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /钠/ })).toBeVisible()
  await page.getByRole('button', { name: '下载', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1.20.1', { exact: true }).first().click()
  await dialog.getByText('Fabric', { exact: true }).first().click()
  // The file of an imported version is on another site.
  const link = dialog.getByRole('link', { name: /^从 .+ 下载 .+（大小未知）$/ }).first()
  await expect(link).toBeVisible()
  await expect(link).toHaveAttribute('href', /^https:\/\/.+\.jar$/)
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await tab.close()
  expect(new URL(page.url()).pathname).toBe('/mod/sodium')
  expect(complaints.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
  await context.close()
})

test('a catalogue without pictures has a full home page, and offers no gallery', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await context.route(/^https:/, (route) => route.abort()) // external pictures
  await page.goto('/')
  const shaders = page.locator('section').filter({ has: page.getByRole('heading', { name: '热门光影' }) })
  await expect(shaders.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('heading', { name: '热门资源包' })).toBeVisible()
  // The row leads to the project, not only its title.
  await shaders
    .getByRole('listitem')
    .first()
    .click({ position: { x: 12, y: 40 } })
  await expect(page).toHaveURL(/\/shader\//)
  await page.goto('/shaders')
  await expect(page.getByRole('button', { name: '图墙' })).toBeDisabled()
  await expect(page.getByRole('button', { name: '图墙' })).toHaveAttribute('title', /没有图片/)
  await expect(page.getByRole('button', { name: '列表' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '网格' }).click()
  await expect(page.getByRole('button', { name: '网格' })).toHaveAttribute('aria-pressed', 'true')
  expect(complaints.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
  await context.close()
})
