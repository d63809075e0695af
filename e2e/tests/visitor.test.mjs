// A visitor uses the demonstration set: browse, search, filter, open, download.
import { stat } from 'node:fs/promises'
import { visitor } from '../lib/browser.mjs'
import { findings, settled, themes } from '../lib/look.mjs'
import { eventually } from '../lib/eventually.mjs'
import { expect, test } from '../lib/test.mjs'

let server

test.beforeAll(({ site }) => {
  server = site
})

test('finds a project by its Chinese name, by pinyin and with a typo', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mods')
  const search = page.getByRole('textbox', { name: /搜索模组/ })
  for (const text of ['齿轮与铜绿', 'chilun', 'clytl', 'gears and verdigirs']) {
    await search.fill(text)
    const first = page.getByRole('article').first().getByRole('link', { name: '齿轮与铜绿' })
    await expect(first).toBeVisible()
    await page.waitForURL((url) => url.searchParams.get('q') === text)
  }
  await search.fill('zzzzzzzz')
  await expect(page.getByText('没有找到结果')).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('the header searches all types: suggestions, then tabs with counts, and a whole row opens its project', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mod/lantern-core')
  await page.getByRole('banner').getByRole('textbox').click()
  const field = page.getByRole('banner').getByRole('combobox')
  await field.fill('chilun')
  await expect(page.getByRole('option', { name: /齿轮与铜绿/ }).first()).toBeVisible()
  await field.press('Enter')
  await page.waitForURL('**/search?q=chilun')
  const tabs = page.getByRole('navigation', { name: '搜索范围' })
  for (const [name, path] of [
    ['模组', '/mods?q=chilun'],
    ['全部', '/search?q=chilun'],
  ]) {
    const tab = tabs.getByRole('link', { name: new RegExp(`^${name}`) })
    await expect.poll(async () => tab.textContent()).toMatch(/\d/)
    const count = /\d+/.exec(await tab.textContent())[0]
    await tab.click()
    await page.waitForURL(`**${path}`)
    await expect(page.getByRole('status').filter({ hasText: `${count} 个结果` })).toBeVisible()
  }
  const row = page.getByRole('article').filter({ hasText: '齿轮与铜绿' }).first()
  const { width, height } = await row.boundingBox()
  await row.click({ position: { x: width - 8, y: height - 8 } })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/[a-z]+\/[^/]+$/)
  expect(complaints).toEqual([])
  await context.close()
})

test('filters are kept in the address, and going back restores them', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/mods?q=%E9%BD%BF%E8%BD%AE')
  await page.getByRole('button', { name: 'NeoForge', exact: true }).first().click()
  await page.waitForURL(/categories%3Aneoforge|categories:neoforge/)
  await page.getByRole('article').first().getByRole('link', { name: '齿轮与铜绿' }).click()
  await page.waitForURL('**/mod/gears-and-verdigris')
  await page.goBack()
  await page.waitForURL(/neoforge/)
  await expect(page.getByRole('textbox', { name: /搜索模组/ })).toHaveValue('齿轮')
  await expect(page.getByRole('button', { name: 'NeoForge', exact: true }).first()).toHaveAttribute('aria-pressed', 'true')
  await context.close()
})

test('downloads the matching file; the dialog stays until what else it needs is fetched too, and says where it goes', async ({
  browser,
}) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mod/gears-and-verdigris')
  await page.getByRole('button', { name: '下载', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1.20.1', { exact: true }).first().click()
  await dialog.getByText('Fabric', { exact: true }).first().click()
  const arrives = page.waitForEvent('download')
  await dialog.getByRole('link', { name: /^下载/ }).first().click()
  const file = await arrives
  expect(file.suggestedFilename()).toMatch(/gears-and-verdigris.*\.jar$/)
  expect((await stat(await file.path())).size).toBeGreaterThan(100)
  await expect(dialog.getByRole('button', { name: '全部下载（2 个）' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: '放到哪里' })).toBeVisible()
  await expect(dialog.getByText('mods', { exact: true })).toBeVisible()
  for (const name of ['提灯核心', '静音轴承']) {
    await expect(dialog).toBeVisible()
    const comes = page.waitForEvent('download')
    await dialog.getByRole('link', { name: new RegExp(`^下载 ${name}`) }).click()
    expect((await comes).suggestedFilename()).toMatch(/\.jar$/)
  }
  await expect(dialog).toBeHidden()
  expect(complaints).toEqual([])
  await context.close()
})

test('one press downloads the file and all that it needs', async ({ browser }) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, context, complaints } = await visitor(browser, server.url, { viewport })
    const files = []
    page.on('download', (file) => files.push(file.suggestedFilename()))
    await page.goto('/mod/gears-and-verdigris')
    await page.getByRole('button', { name: '下载', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1.20.1', { exact: true }).first().click()
    await dialog.getByText('Fabric', { exact: true }).first().click()
    await dialog.getByRole('button', { name: '全部下载（3 个）' }).click()
    await expect.poll(() => files.length).toBe(3)
    expect(new Set(files).size).toBe(3)
    expect(files.filter((name) => !name.endsWith('.jar'))).toEqual([])
    await expect(dialog).toBeHidden()
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('an unknown address shows an error page with its status', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  for (const [path, words] of [
    ['/mod/no-such-project', '资源不存在'],
    ['/nosuchpage', 'Page not found: /nosuchpage'],
    ['/car/x', '找不到该页面'],
  ]) {
    const answer = await page.goto(path)
    expect(answer.status(), path).toBe(404)
    await expect(page.getByText(words).first()).toBeVisible()
  }
  const moved = await page.goto('/plugin/gears-and-verdigris/versions')
  expect(moved.request().redirectedFrom() !== null).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/mod/gears-and-verdigris/versions')
  await context.close()
})

test('the theme of the cookie applies from the first paint, and its colours pass on a phone', async ({ browser }) => {
  for (const theme of themes) {
    const { page, context, complaints } = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } })
    await context.addCookies([{ name: 'modyard_theme', value: `${theme}.${theme === 'light' ? 'dark' : theme}`, url: server.url }])
    await page.goto('/mod/gears-and-verdigris', { waitUntil: 'commit', plain: true })
    await expect(page.locator('body')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await settled(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await findings(page, { coloursOnly: true }), theme).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('a tooltip explains a number under the mouse, passes in every theme on a phone, and Escape closes it', async ({ browser }) => {
  for (const theme of themes) {
    const { page, context, complaints } = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } })
    await context.addCookies([{ name: 'modyard_theme', value: `${theme}.${theme === 'light' ? 'dark' : theme}`, url: server.url }])
    await page.goto('/mod/gears-and-verdigris')
    await settled(page)
    const count = await page.locator('span[title$="次下载"]').first().elementHandle() // it has no title while it is explained
    const text = await count.getAttribute('title')
    const tip = page.getByRole('tooltip')
    // The module of the tooltips is loaded when the page is idle.
    await expect(async () => {
      await page.mouse.move(1, 1)
      await count.hover()
      await tip.waitFor({ timeout: 1000 })
    }).toPass()
    await expect(tip).toHaveText(text)
    const box = await tip.boundingBox()
    expect(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0, JSON.stringify(box)).toBeTruthy()
    expect(await findings(page, { coloursOnly: true }), theme).toEqual([])
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
    // The keyboard shows the name of a button without text at once.
    await page.mouse.move(1, 1)
    await page.keyboard.press('Tab')
    for (let n = 0; n < 30 && !(await tip.isVisible()); n++) await page.keyboard.press('Tab')
    await expect(tip, theme).toBeVisible()
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('categories have icons in filters, on cards and on the page of a project', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  const drawn = (scope) =>
    eventually(async () => {
      const widths = await scope
        .locator('svg[data-category]')
        .evaluateAll((all) => all.map((one) => one.querySelector('use').getBBox().width))
      expect(widths.length > 0 && widths.every((width) => width > 0), JSON.stringify(widths)).toBeTruthy()
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
  expect(complaints).toEqual([])
  await context.close()
})

test('without a network a page says so, names what was seen last, and opens again by itself; nothing stale is shown', async ({
  browser,
}) => {
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
  expect(kept).toEqual(['/offline'])
  await context.setOffline(true)
  await page.goto('/mods', { plain: true })
  await expect(page.getByRole('heading', { name: '没有网络' })).toBeVisible()
  await expect(page.getByRole('link', { name: /齿轮与铜绿/ })).toHaveAttribute('href', '/mod/gears-and-verdigris')
  expect(await findings(page)).toEqual([])
  await context.setOffline(false)
  await expect(page.getByRole('textbox', { name: /搜索模组/ })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/mods')
  await context.close()
})
