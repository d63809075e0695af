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

test('the header searches all types: suggestions, then tabs with counts, and a whole row opens its project', async () => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mod/lantern-core')
  await page.getByRole('banner').getByRole('textbox').click()
  const field = page.getByRole('banner').getByRole('combobox')
  await field.fill('chilun')
  await page
    .getByRole('option', { name: /齿轮与铜绿/ })
    .first()
    .waitFor()
  await field.press('Enter')
  await page.waitForURL('**/search?q=chilun')
  const tabs = page.getByRole('navigation', { name: '搜索范围' })
  for (const [name, path] of [
    ['模组', '/mods?q=chilun'],
    ['全部', '/search?q=chilun'],
  ]) {
    const tab = tabs.getByRole('link', { name: new RegExp(`^${name}`) })
    await eventually(async () => assert.match(await tab.textContent(), /\d/))
    const count = /\d+/.exec(await tab.textContent())[0]
    await tab.click()
    await page.waitForURL(`**${path}`)
    await page
      .getByRole('status')
      .filter({ hasText: `${count} 个结果` })
      .waitFor()
  }
  const row = page.getByRole('article').filter({ hasText: '齿轮与铜绿' }).first()
  const { width, height } = await row.boundingBox()
  await row.click({ position: { x: width - 8, y: height - 8 } })
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.match(new URL(page.url()).pathname, /^\/[a-z]+\/[^/]+$/)
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

test('a tooltip explains a number under the mouse, passes in every theme on a phone, and Escape closes it', async () => {
  for (const theme of themes) {
    const { page, context, complaints } = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } })
    await context.addCookies([{ name: 'modyard_theme', value: `${theme}.${theme === 'light' ? 'dark' : theme}`, url: server.url }])
    await page.goto('/mod/gears-and-verdigris')
    await settled(page)
    const count = await page.locator('span[title$="次下载"]').first().elementHandle() // it has no title while it is explained
    const text = await count.getAttribute('title')
    const tip = page.getByRole('tooltip')
    // The module of the tooltips is loaded when the page is idle.
    await eventually(async () => {
      await page.mouse.move(1, 1)
      await count.hover()
      await tip.waitFor({ timeout: 1000 })
    })
    assert.equal(await tip.textContent(), text)
    const box = await tip.boundingBox()
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0, JSON.stringify(box))
    assert.deepEqual(await findings(page, { coloursOnly: true }), [], theme)
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })
    // The keyboard shows the name of a button without text at once.
    await page.mouse.move(1, 1)
    await page.keyboard.press('Tab')
    for (let n = 0; n < 30 && !(await tip.isVisible()); n++) await page.keyboard.press('Tab')
    assert.equal(await tip.isVisible(), true, theme)
    assert.deepEqual(complaints, [])
    await context.close()
  }
})

test('categories have icons in filters, on cards and on the page of a project', async () => {
  const { page, context, complaints } = await visitor(browser, server.url)
  const drawn = (scope) =>
    eventually(async () => {
      const widths = await scope
        .locator('svg[data-category]')
        .evaluateAll((all) => all.map((one) => one.querySelector('use').getBBox().width))
      assert.ok(widths.length > 0 && widths.every((width) => width > 0), JSON.stringify(widths))
    })
  await page.goto('/mods')
  await settled(page)
  await drawn(
    page
      .getByRole('article')
      .filter({ has: page.locator('svg[data-category]') })
      .first(),
  )
  await drawn(page.getByRole('list', { name: '分类' }).first())
  await page.goto('/mod/gears-and-verdigris')
  await settled(page)
  await drawn(page.getByRole('complementary', { name: '资源信息' }))
  assert.deepEqual(complaints, [])
  await context.close()
})

test('without a network a page says so, names what was seen last, and opens again by itself; nothing stale is shown', async () => {
  const { page, context } = await visitor(browser, server.url, { serviceWorkers: 'allow' })
  await page.goto('/mod/gears-and-verdigris')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForFunction(
    () => navigator.serviceWorker.controller && localStorage.getItem('modyard.seen')?.includes('gears-and-verdigris'),
  )
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return caches_.flat().map((request) => new URL(request.url).pathname)
  })
  assert.deepEqual(kept, ['/offline'])
  await context.setOffline(true)
  await page.goto('/mods', { plain: true })
  await page.getByRole('heading', { name: '没有网络' }).waitFor()
  assert.equal(await page.getByRole('link', { name: /齿轮与铜绿/ }).getAttribute('href'), '/mod/gears-and-verdigris')
  assert.deepEqual(await findings(page), [])
  await context.setOffline(false)
  await page.getByRole('textbox', { name: /搜索模组/ }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/mods')
  await context.close()
})
