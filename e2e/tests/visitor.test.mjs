// A visitor uses the demonstration set: browse, search, filter, open, download.
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { launch, visitor } from '../lib/browser.mjs'
import { findings, settled, themes } from '../lib/look.mjs'
import { eventually } from '../lib/eventually.mjs'
import { Server } from '../lib/server.mjs'

let server, browser

before(async () => {
  server = await Server.demonstration()
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

test('finds a project by its Chinese name, by pinyin and with a typo', async () => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mods')
  const search = page.getByRole('textbox', { name: /搜索模组/ })
  for (const text of ['齿轮与铜绿', 'chilun', 'clytl', 'gears and verdigirs']) {
    await search.fill(text)
    const first = page.getByRole('article').first().getByRole('link', { name: '齿轮与铜绿' })
    await first.waitFor()
    await page.waitForURL((url) => url.searchParams.get('q') === text)
  }
  await search.fill('zzzzzzzz')
  await page.getByText('没有找到结果').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('filters are kept in the address, and going back restores them', async () => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/mods?q=%E9%BD%BF%E8%BD%AE')
  await page.getByRole('button', { name: 'NeoForge', exact: true }).first().click()
  await page.waitForURL(/categories%3Aneoforge|categories:neoforge/)
  await page.getByRole('article').first().getByRole('link', { name: '齿轮与铜绿' }).click()
  await page.waitForURL('**/mod/gears-and-verdigris')
  await page.goBack()
  await page.waitForURL(/neoforge/)
  await eventually(async () => assert.equal(await page.getByRole('textbox', { name: /搜索模组/ }).inputValue(), '齿轮'))
  await eventually(async () =>
    assert.equal(await page.getByRole('button', { name: 'NeoForge', exact: true }).first().getAttribute('aria-pressed'), 'true'),
  )
  await context.close()
})

test('downloads the matching file', async () => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mod/gears-and-verdigris')
  await page.getByRole('button', { name: '下载', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1.20.1', { exact: true }).first().click()
  await dialog.getByText('Fabric', { exact: true }).first().click()
  const arrives = page.waitForEvent('download')
  await dialog.getByRole('link', { name: /^下载/ }).first().click()
  const file = await arrives
  assert.match(file.suggestedFilename(), /gears-and-verdigris.*\.jar$/)
  assert.ok((await stat(await file.path())).size > 100)
  await dialog.waitFor({ state: 'hidden' })
  assert.deepEqual(complaints, [])
  await context.close()
})

test('an unknown address shows an error page with its status', async () => {
  const { page, context } = await visitor(browser, server.url)
  for (const [path, words] of [
    ['/mod/no-such-project', '资源不存在'],
    ['/nosuchpage', 'Page not found: /nosuchpage'],
    ['/car/x', '找不到该页面'],
  ]) {
    const answer = await page.goto(path)
    assert.equal(answer.status(), 404, path)
    await page.getByText(words).first().waitFor()
  }
  const moved = await page.goto('/plugin/gears-and-verdigris/versions')
  assert.equal(moved.request().redirectedFrom() !== null, true)
  assert.equal(new URL(page.url()).pathname, '/mod/gears-and-verdigris/versions')
  await context.close()
})

test('the theme of the cookie applies from the first paint, and its colours pass on a phone', async () => {
  for (const theme of themes) {
    const { page, context, complaints } = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } })
    await context.addCookies([{ name: 'modyard_theme', value: `${theme}.${theme === 'light' ? 'dark' : theme}`, url: server.url }])
    await page.goto('/mod/gears-and-verdigris', { waitUntil: 'commit', plain: true })
    await page.locator('body').waitFor()
    await eventually(async () => assert.equal(await page.locator('html').getAttribute('data-theme'), theme))
    await settled(page)
    await eventually(async () => assert.equal(await page.locator('html').getAttribute('data-theme'), theme))
    assert.deepEqual(await findings(page, { coloursOnly: true }), [], theme)
    assert.deepEqual(complaints, [])
    await context.close()
  }
})
