// The server draws a page with the application's components, and the application takes it over as it stands.
import { visitor } from '../lib/browser.mjs'
import { differ } from '../lib/compare.mjs'
import { settled } from '../lib/look.mjs'
import { signIn, signUp } from '../lib/people.mjs'
import { expect, test, whole } from '../lib/test.mjs'

const SHARE = 0.02
const SCRIPTS = 14

// Pictures load on their own; motion and the text cursor differ between two pictures of the same page.
const style = `img, video { visibility: hidden !important }
  * { animation: none !important; transition: none !important; caret-color: transparent !important }`

test.describe('the first frame', () => {
  let server, browser
  test.beforeAll(async ({ site, browser: one }) => {
    server = site
    browser = one
    // The engines start with the server, in the background.
    await expect.poll(async () => (await fetch(`${server.url}/mods`)).text()).toMatch(/data-drawn/)
  })
  const json = async (path) => (await fetch(server.url + path)).json()
  const project = '/mod/gears-and-verdigris'
  const author = encodeURIComponent('半枚齿轮')
  const lists = ['/', '/mods', '/modpacks']
  const others = async () => {
    const { versions } = await json('/_internal/project/gears-and-verdigris/versions')
    const { hits } = await json('/_internal/directory/organizations')
    return [project, `${project}/versions`, `${project}/version/${versions[0].id}`, `/user/${author}`, `/organization/${hits[0].slug}`]
  }
  const places = ['/users', '/organizations', '/collections', '/search?q=%E9%BD%BF%E8%BD%AE']

  /** What a page asks by a clock of its own, sooner or later after it is shown. */
  const late = /(\/_internal\/(status\/sync|search\/seen|project\/[^/]+\/trend)|\/analytics\/view)$/

  /** Opens a page as the server draws it; it gives up a drawing that takes too long on a busy machine, and sends the page without. */
  const drawn = (page, path) => expect(async () => expect(await (await page.goto(path)).text()).toContain('data-drawn')).toPass()

  /** Holds the scripts of a page back until its first frame was taken, and compares it with the page after them. The data of
   * both came with the page. */
  async function frames(options, path, begin, status = 200) {
    const { context, page, complaints } = await visitor(browser, server.url, options)
    await begin?.(context)
    const held = []
    const asked = []
    let scripts = 0
    let holding = true
    await page.route('**/*.js', (route) => (holding ? held.push(route) : route.continue()))
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts++
      if (request.resourceType() === 'fetch' && !late.test(request.url())) asked.push(request.url())
    })
    // The server gives up a drawing that takes too long on a busy machine, and sends the page without it. The scripts of
    // that page are dropped, which a browser says on its console, sooner or later.
    let dropped = 0
    await expect(async () => {
      const given = held.splice(0)
      dropped += given.length
      await Promise.all(given.map((route) => route.abort('aborted').catch(() => undefined)))
      asked.length = scripts = 0
      const answer = await page.goto(path, { plain: true, waitUntil: 'commit' })
      expect(answer.status(), path).toBe(status)
      expect(await answer.text(), `${path}: not drawn by the server`).toContain('data-drawn')
    }).toPass()
    await page.waitForFunction(() => document.readyState !== 'loading' && document.querySelector('#root main#main'))
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('#root[data-drawn]')).toHaveCount(1)
    const first = await page.screenshot({ style })
    await page.evaluate(() => {
      document.querySelector('main#main').served = true
    })
    holding = false
    for (const route of held) await route.continue()
    await page.waitForFunction(() => document.querySelector('#root:not([data-drawn]) main#main'))
    await settled(page)
    expect(await page.evaluate(() => document.querySelector('main#main').served), `${path}: replaced instead of taken over`).toBeTruthy()
    const last = await page.screenshot({ style })
    // A browser says on its console that a page is missing.
    const expected = (one) => (status === 404 && one.includes('status of 404')) || (dropped > 0 && one.includes('net::ERR_ABORTED'))
    const faults = complaints.filter((one) => !expected(one))
    expect(faults, path).toEqual([])
    expect(scripts, `${path} loads ${scripts} scripts`).toBeLessThanOrEqual(SCRIPTS)
    const share = await differ(page, first, last)
    expect(share, `${path} ${JSON.stringify(options)}: ${(share * 100).toFixed(2)} % of the pixels changed`).toBeLessThan(SHARE)
    await context.close()
    return asked
  }

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ])
    test(`is the last one for a visitor at ${width} pixels`, width === 390 ? whole : {}, async () => {
      for (const path of [...lists, ...(await others())]) {
        expect(await frames({ viewport: { width, height } }, path), path).toEqual([])
      }
    })

  test('is the last one on pages that list people, teams, collections and everything', whole, async () => {
    for (const path of places) expect(await frames({}, path), path).toEqual([])
  })

  test('says what is missing, with a field to search for something else', async () => {
    expect(await frames({}, '/no-such-page', undefined, 404)).toEqual([])
    await frames({}, '/mod/no-such-project', undefined, 404)
    await frames({}, `${project}/version/no+such`, undefined, 404)
    const { context, page } = await visitor(browser, server.url, { javaScriptEnabled: false })
    await page.goto('/mod/no-such-project')
    await expect(page.getByRole('heading', { name: '资源不存在' })).toBeVisible()
    await page.getByRole('main').getByRole('textbox').fill('齿轮')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=/)
    await context.close()
  })

  test('leads a visitor from a missing page of members to the form, and nothing is taken over that differs', async () => {
    for (const path of ['/mod/no-such-project/moderation', '/mod/no-such-project/settings']) {
      const { context, page, complaints } = await visitor(browser, server.url)
      await page.goto(path)
      await page.waitForURL(/\/auth\/sign-in\?redirect=/)
      await settled(page)
      expect(
        complaints.filter((one) => !one.includes('status of 404')),
        path,
      ).toEqual([])
      await context.close()
    }
  })

  test('shows the times of the place where the reader is', async () => {
    const timezoneId = 'America/New_York'
    const { context, page } = await visitor(browser, server.url, { timezoneId })
    await page.goto('/')
    const [told] = (await context.cookies()).filter(({ name }) => name === 'tz')
    expect(told?.value).toBe(encodeURIComponent(timezoneId))
    await context.close()
    for (const path of (await others()).slice(1, 3)) await frames({ timezoneId }, path, (fresh) => fresh.addCookies([told]))
  })

  test('is the last one in another theme and other display modes', whole, async () => {
    const cosmetics = encodeURIComponent(
      JSON.stringify({ searchDisplayMode: { mod: 'gallery', modpack: 'grid' }, rightSearchLayout: true }),
    )
    const chosen = (context) =>
      context.addCookies([
        { name: 'modyard_theme', value: 'retro.dark', url: server.url },
        { name: 'cosmetics', value: cosmetics, url: server.url },
      ])
    for (const path of ['/mods', '/modpacks', project]) await frames({}, path, chosen)
  })

  test('is the last one for a member', whole, async () => {
    for (const path of ['/', '/mods', project]) await frames({}, path, (context) => signIn(context, server, '演示创作者'))
  })

  for (const replaced of [false, true])
    test(`keeps its place below a banner when it is ${replaced ? 'replaced' : 'taken over'}`, whole, async () => {
      const { context, page } = await visitor(browser, server.url)
      // The address of a new account is unverified, which a banner says.
      await signUp(page, `stander${Date.now()}`, 'hundred-silent-lanterns')
      await page.addInitScript(() => {
        const places = (window.places = new Set())
        const look = () => {
          const main = document.querySelector('#root main#main')
          if (main) places.add(Math.round(main.getBoundingClientRect().top))
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      await expect(async () => {
        // After a command the application asks for data that is newer than what was drawn.
        if (replaced) await page.evaluate(() => sessionStorage.setItem('modyard.position', `{"position":1,"until":${Date.now() + 30_000}}`))
        expect(await (await page.goto(project, { plain: true })).text()).toContain('data-drawn')
        await page.waitForFunction(() => document.querySelector('#root:not([data-drawn]) main#main'))
        await settled(page)
      }).toPass()
      await expect(page.getByText(/^邮箱 .* 还没有验证/)).toBeVisible()
      expect(await page.evaluate(() => [...window.places]), 'the tops of the page, from its first frame on').toHaveLength(1)
      await context.close()
    })

  for (const width of [1440, 390])
    test(`searches, leads to every type and downloads without scripts at ${width} pixels`, async () => {
      const { context, page } = await visitor(browser, server.url, { javaScriptEnabled: false, viewport: { width, height: 844 } })
      const open = (path) => drawn(page, path)
      await open('/mods')
      await page.getByRole('main').getByRole('textbox', { name: '搜索模组' }).fill('齿轮')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/mods\?q=/)
      await open('/mods')
      await page.getByRole('banner').getByRole('textbox').fill('齿轮')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/search\?q=/)
      await open(project)
      await page.getByRole('banner').getByRole('link', { name: '整合包' }).click()
      await expect(page).toHaveURL(/\/modpacks$/)
      await open(`${project}/versions`)
      const fetched = page.waitForEvent('download')
      await page.getByRole('main').locator('a[download]').first().click()
      expect((await fetched).suggestedFilename()).toMatch(/\.jar$/)
      await context.close()
    })

  test('is a page with results, pages, pictures and downloads without scripts', async () => {
    const { context, page } = await visitor(browser, server.url, { javaScriptEnabled: false })
    await drawn(page, '/mods')
    expect(await page.locator('main article a, main li a').count()).toBeGreaterThanOrEqual(20)
    await page.getByRole('link', { name: '第 2 页' }).first().click()
    await expect(page).toHaveURL(/o=20/)
    await drawn(page, `${project}/gallery`)
    expect(await page.locator('main img').count()).toBeGreaterThan(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    await context.close()
  })
})
