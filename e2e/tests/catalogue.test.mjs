// The real catalogue, if it is beside the repository: frequent searches find the right project first.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { launch, visitor } from '../lib/browser.mjs'
import { Server } from '../lib/server.mjs'

const data = process.env.MODYARD_SHARED_DATA || resolve(import.meta.dirname, '../../../shared/data')
const catalogue = join(data, 'projects.jsonl.gz')
const skip = existsSync(catalogue) ? false : `no catalogue at ${catalogue}`
let server, browser

before(async () => {
  if (skip) return
  server = await Server.start()
  await server.run('import', '--limit', '3000', catalogue)
  const total = async () => (await (await fetch(`${server.url}/v2/search?limit=1`)).json()).total_hits
  for (let seen = -1; ; ) {
    const now = await total()
    if (now >= 2900 && now === seen) break
    seen = now
    await new Promise((done) => setTimeout(done, 500))
  }
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

test('钠 and sodium find the same project; filter, open, download', { skip }, async () => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await context.route(/^https:/, (route) => route.abort()) // external pictures
  await page.goto('/mods')
  const search = page.getByRole('textbox', { name: /搜索模组/ })
  for (const text of ['钠', 'sodium']) {
    await search.fill(text)
    await page.waitForURL((url) => url.searchParams.get('q') === text)
    await page.getByRole('article').first().locator('a[href$="/mod/sodium"]').first().waitFor()
  }
  await page.getByRole('button', { name: 'Fabric', exact: true }).first().click()
  await page.waitForURL(/fabric/)
  await page.getByRole('article').first().locator('a[href$="/mod/sodium"]').first().click()
  await page.getByRole('heading', { level: 1, name: /钠/ }).waitFor()
  await page.getByRole('button', { name: '下载', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1.20.1', { exact: true }).first().click()
  await dialog.getByText('Fabric', { exact: true }).first().click()
  // The file of an imported version is on another site.
  const link = dialog.getByRole('link', { name: /^从 .+ 下载 .+（大小未知）$/ }).first()
  await link.waitFor()
  assert.match(await link.getAttribute('href'), /^https:\/\/.+\.jar$/)
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await tab.close()
  assert.equal(new URL(page.url()).pathname, '/mod/sodium')
  assert.deepEqual(
    complaints.filter((one) => !one.includes('ERR_FAILED')),
    [],
  )
  await context.close()
})
