// The header of every page and the home page, for a visitor, a phone and a creator.
import { visitor } from '../lib/browser.mjs'
import { command, signIn } from '../lib/people.mjs'
import { showsAt } from '../lib/eventually.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

let server, browser, open

test.beforeAll(async ({ browser: one }) => {
  browser = one
  server = await Server.demonstration()
})

test.afterAll(async () => {
  await server?.stop()
})

test.afterEach(() => open?.context.close())

const come = async (options) => (open = await visitor(browser, server.url, options))
const focused = (page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 30) || document.activeElement?.getAttribute('aria-label'))
const top = async (page) => {
  for (let left = 50; (await page.evaluate(() => window.scrollY)) > 0; left--) {
    expect(left, 'the top of the page is shown').toBeGreaterThan(0)
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)))
  }
}
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The focus moves a moment after the key. */
async function hasFocus(page, name) {
  for (let tries = 0; tries < 100 && (await focused(page)) !== name; tries++) await new Promise((done) => setTimeout(done, 50))
  expect(await focused(page)).toBe(name)
}

test('the header is operated by keyboard: skip link, menus, search, and the focus returns', async () => {
  const { page, context, complaints } = await come()
  await signIn(context, server, '演示创作者')
  await page.goto('/')
  await page.keyboard.press('Tab')
  await hasFocus(page, '跳到正文')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.id === 'main')
  const create = page.getByRole('button', { name: '发布' })
  await create.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '新建项目' })).toBeVisible()
  await hasFocus(page, '新建项目')
  await page.keyboard.press('ArrowDown')
  await hasFocus(page, '新建收藏夹')
  await page.keyboard.press('ArrowDown')
  await hasFocus(page, '新建团队')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await hasFocus(page, '发布')
  await page.getByRole('button', { name: '我的账户' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '设置' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await hasFocus(page, '我的账户')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: '命令面板' })).toBeVisible()
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.keyboard.type('矿灯')
  await expect(page.getByRole('option', { name: '主题：矿灯' })).toBeVisible()
  await page.keyboard.press('Escape')
  await hasFocus(page, '我的账户')
  await page.getByRole('button', { name: '我的账户' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '设置' }).click()
  await page.waitForURL('**/settings')
  expect(complaints).toEqual([])
})

test('between phone and desktop width the types are in a menu', async () => {
  const { page } = await come({ viewport: { width: 1000, height: 800 } })
  await page.goto('/')
  await page.getByRole('button', { name: '发现' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '光影包' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await hasFocus(page, '发现')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '光影包' }).click()
  await page.waitForURL('**/shaders')
})

test('a phone browses, searches and navigates in sheets', async () => {
  const { page, context } = await come(phone)
  await page.goto('/')
  const dock = page.getByRole('navigation', { name: '主要导航' })
  await dock.getByRole('button', { name: '发现' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('link', { name: '汉化资源' })).toBeVisible()
  await expect(sheet.getByRole('navigation', { name: '资源类型' }).getByRole('link')).toHaveCount(8)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await hasFocus(page, '发现')
  await dock.getByRole('button', { name: '搜索' }).click()
  await sheet.getByRole('search').locator('input').fill('chilun')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=chilun')
  await expect(page.getByRole('link', { name: '齿轮与铜绿' }).first()).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await signIn(context, server, '演示创作者')
  await page.goto('/')
  await dock.getByRole('button', { name: '我的' }).click()
  await expect(sheet.getByRole('link', { name: '我的项目' })).toBeVisible()
  await sheet.getByRole('link', { name: '我的项目' }).click()
  await page.waitForURL('**/dashboard/projects')
  await expect(sheet).toHaveCount(0)
})

test('the theme switches between light and the preferred dark one, and no other is ever painted', async () => {
  const { page, context } = await come({ colorScheme: 'light' })
  await context.addCookies([{ name: 'modyard_theme', value: 'system.retro', url: server.url }])
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: /^切换主题/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'retro')
  // Every theme that the document had, from before its first script.
  await page.addInitScript(() => {
    window.themes = []
    new MutationObserver(() => {
      const theme = document.documentElement?.dataset.theme
      const body = document.body !== null
      if (theme && window.themes.at(-1)?.theme !== theme) window.themes.push({ theme, body })
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  for (const path of ['/', '/mods', '/legal2/terms']) {
    await page.goto(path)
    const painted = await page.evaluate(() => window.themes.filter((one) => one.body).map((one) => one.theme))
    expect([...new Set([await page.locator('html').getAttribute('data-theme'), ...painted])], path).toEqual(['retro'])
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#261d17')
  }
  await page.getByRole('button', { name: /^切换主题/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the language of the address is kept, and an unknown one selects the automatic language', async () => {
  const { page, context } = await come()
  await page.goto('/?hl=zh-CN')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const locale = async () => (await context.cookies()).find((one) => one.name === 'locale')
  const kept = await locale()
  expect(kept?.value).toBe('zh-Hans')
  expect(kept?.sameSite).toBe('Strict')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
})

test('an unknown address and a failing page show the site’s own messages', async () => {
  const { page } = await come()
  await page.route('**/_internal/project/gears-and-verdigris*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"internal_error","description":"服务器出错了"}' }),
  )
  const answer = await page.goto('/nosuchpage')
  expect(answer.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '没有这个页面' })).toBeVisible()
  await expect(page.getByText('Page not found: /nosuchpage')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '前往主页' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '找到合用的，装上就玩' })).toBeVisible()
  // A link that is pressed before the page is taken over leads to a page of the server, which asks nothing here.
  await page.waitForFunction(() => document.querySelector('#root:not([data-drawn])'))
  await page.getByRole('link', { name: '齿轮与铜绿' }).first().click()
  await expect(page.getByText('An error occurred!')).toBeVisible()
  await expect(page.getByText('服务器出错了')).toBeVisible()
  await page.unroute('**/_internal/project/gears-and-verdigris*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /齿轮与铜绿/ })).toBeVisible()
})

test('without a network a banner is shown, and disappears by itself', async () => {
  const { page, context } = await come()
  await page.goto('/mods')
  await context.setOffline(true)
  await expect(page.getByText('网络已断开')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('网络已断开')).toHaveCount(0)
})

test('five presses on the footer’s mark open developer mode; the switches of the device work and are kept', async () => {
  const { page } = await come()
  await page.goto('/flags')
  for (let press = 0; press < 5; press++) await page.locator('.app-footer__mark').click()
  await expect(page.getByText('开发者模式已开启')).toBeVisible()
  await page.getByRole('button', { name: '关闭开发者模式' }).click()
  await expect(page.getByText('开发者模式已开启')).toHaveCount(0)
  const shortcuts = page.getByRole('switch', { name: '快捷键' })
  await shortcuts.click()
  await expect(shortcuts).toHaveAttribute('aria-checked', 'false')
  await page.reload()
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
  await page.getByRole('switch', { name: '静止界面' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'off')
  await page.getByRole('button', { name: '全部恢复默认' }).click()
  await expect(page.getByText('已恢复默认')).toBeVisible()
  await expect(shortcuts).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Escape')
  await page.locator('main').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('/')
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.getByRole('button', { name: '关闭提示' }).click()
  await expect(page.getByText('已恢复默认')).toHaveCount(0)
})

test('every text about the site exists, links to the next, and opens at the top', async () => {
  const { page, complaints } = await come()
  const names = ['服务条款', '内容规则', '隐私政策', '版权与投诉', '安全政策', 'Cookie 设置', 'Cookie 说明', '加州隐私权利']
  const answer = await page.goto('/legal2/ccpa')
  expect(answer.status()).toBe(200)
  const all = page.getByRole('navigation', { name: '条款与政策' })
  for (const name of names) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await all.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await top(page)
    await expect(async () => expect((await page.locator('.prose').innerText()).length, name).toBeGreaterThan(200)).toPass()
  }
  expect((await page.goto('/legal2/nothing')).status()).toBe(404)
  expect(complaints.filter((one) => !one.includes('/legal2/nothing'))).toEqual([])
})

test('the frog counts each browser once; no offer is shown without configuration', async () => {
  const { page } = await come()
  await page.goto('/frog')
  await expect(page.getByText('你是第一个被青蛙了的人。')).toBeVisible()
  await page.reload()
  await expect(page.getByText('你是第一个被青蛙了的人。')).toBeVisible()
  const other = await visitor(browser, server.url)
  await other.page.goto('/frog')
  await expect(other.page.getByText('还有 1 个人也被青蛙了。')).toBeVisible()
  await other.context.close()
  await page.goto('/server?aff=some')
  await expect(page.getByText('推荐码「some」不存在')).toBeVisible()
  await page.goto('/pcl')
  await expect(page.getByText('还没有推荐的服务')).toBeVisible()
})

test('the carousel rotates, pauses under the pointer, is swiped, and opens a new tab', async () => {
  const { page, context } = await come()
  await page.clock.install()
  await page.goto('/')
  const carousel = page.getByRole('region', { name: '精选资源' })
  const now = async () => carousel.locator('[aria-current="true"]').getAttribute('aria-label')
  await expect(carousel.getByRole('heading', { level: 2 })).toBeVisible()
  await page.mouse.move(5, 500)
  await page.clock.runFor(1_000) // the app takes over the parts that load late
  const first = await now()
  await page.clock.runFor(5_100)
  const second = await now()
  expect(second).not.toBe(first)
  const box = await carousel.locator('.carousel__view').boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.clock.runFor(11_000)
  expect(await now()).toBe(second)
  const drag = async (by) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by / 2, y, { steps: 3 })
    await page.mouse.move(x + by, y, { steps: 3 })
    await page.mouse.up()
  }
  await drag(-30)
  expect(await now(), '30 px turn nothing').toBe(second)
  await drag(-80)
  const third = await now()
  expect(third).not.toBe(second)
  await drag(80)
  expect(await now()).toBe(second)
  expect(context.pages().length, 'a drag is no click').toBe(1)
  // A slide that moves away under the pointer cannot be clicked.
  await expect
    .poll(async () => page.evaluate(() => document.getAnimations().every((one) => one.effect?.getTiming().iterations === Infinity)))
    .toBeTruthy()
  const opens = context.waitForEvent('page')
  await page.mouse.click(x, y)
  const tab = await opens
  expect(new URL(tab.url()).pathname).toMatch(/^\/(modpack|shader|resourcepack|mod|software)\//)
  await tab.close()
  await page.mouse.move(5, 500)
  await carousel.getByRole('button', { name: '暂停轮播' }).click()
  await page.mouse.move(5, 500)
  const paused = await now()
  await page.clock.runFor(11_000)
  expect(await now()).toBe(paused)
})

test('an approved project appears in another browser’s feed by itself', async () => {
  const { page, complaints } = await come()
  await page.goto('/')
  const feed = page.getByRole('region', { name: /^(实时|最新)动态$/ })
  await expect(feed.getByRole('listitem').first()).toBeVisible()
  const before = await feed.getByRole('listitem').first().innerText()
  const staff = await browser.newContext({ baseURL: server.url })
  await signIn(staff, server, '演示版主')
  const waiting = await staff.request.get(`${server.url}/_internal/moderation/projects`).then((answer) => answer.json())
  const [project] = waiting.projects
  await command(staff, server, 'PATCH', `/v2/project/${project.id}`, { status: 'approved', reason: { code: 'complies' } })
  const line = feed.getByRole('listitem').filter({ hasText: '通过审核，用时' }).first()
  await expect(line).toBeVisible()
  await expect(line).toHaveAttribute('class', /live-feed__new/)
  await expect(feed.getByRole('listitem').first()).not.toHaveText(before, { useInnerText: true })
  // The page may have read the feed a moment before this arrival was measured.
  await showsAt(page, '/', feed.getByText(/延迟 [\d.]+ (毫秒|秒)/))
  await staff.close()
  expect(complaints).toEqual([])
})
