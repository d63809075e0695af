// Time from a click, a filter or a key to the last change of the page that it causes, pictures included, in a browser on this
// machine without throttling: node click.mjs [times]. The pointer rests on a link for a moment before it presses, as a hand
// does. Prints percentiles in milliseconds and ends with 3 above the limits.
import { launch, visitor } from './lib/browser.mjs'
import { complete } from './lib/look.mjs'
import { gridCookie, measuredSite, publicPages, quantile } from './lib/measured.mjs'

const times = Number(process.argv[2] ?? 8)
/** The quiet after which a page has ended to change, and the rest of a pointer on what it is about to press, in ms. */
const QUIET = times > 1 ? 400 : 100 // once: only to see that every measure works
const REST = 100
/** How long the search field waits for the next key (ui/src/features/discover/hooks.ts). */
const DEBOUNCE = 200

const server = await measuredSite()
const at = await publicPages(server)
const browser = await launch()
const { page, context } = await visitor(browser, server.url)
await context.addInitScript(() => {
  let asked = 0
  const bare = window.fetch
  window.fetch = (...args) => {
    asked++
    return bare(...args).finally(() => asked--)
  }
  // Resolves with the time between the next event of a kind and the last change after it.
  window.untilQuiet = (kind, quiet) =>
    new Promise((done) => {
      let begun
      let last
      const changed = () => requestAnimationFrame(() => (last = performance.now()))
      const begin = () => (begun = last = performance.now())
      addEventListener(kind, begin, { capture: true })
      addEventListener('load', changed, { capture: true }) // pictures
      // A tooltip belongs to what the pointer rests on, not to the change.
      const tooltip = (node) => node.nodeType === Node.ELEMENT_NODE && node.getAttribute('role') === 'tooltip'
      const watch = new MutationObserver((records) => {
        if (!records.every((one) => one.type === 'childList' && [...one.addedNodes, ...one.removedNodes].every(tooltip))) changed()
      })
      watch.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['src', 'aria-busy', 'aria-pressed'],
      })
      const timer = setInterval(() => {
        const pictures = [...document.images].filter((one) => one.loading !== 'lazy' && one.getBoundingClientRect().top < innerHeight)
        if (begun === undefined || asked > 0 || performance.now() - last < quiet || pictures.some((one) => !one.complete)) return
        clearInterval(timer)
        watch.disconnect()
        removeEventListener(kind, begin, { capture: true })
        removeEventListener('load', changed, { capture: true })
        done(last - begun)
      }, 20)
    })
})

/** Presses what a locator finds, and measures. */
async function press(target) {
  await target.scrollIntoViewIfNeeded()
  await target.hover()
  await page.waitForTimeout(REST)
  await page.evaluate((quiet) => void (window.measured = window.untilQuiet('pointerdown', quiet)), QUIET)
  await target.click()
  return page.evaluate(() => window.measured)
}

/** Types a text, and measures from its last key, without the time that the field waits for another. */
async function type(field, text) {
  await field.click()
  await page.evaluate((quiet) => void (window.measured = window.untilQuiet('keydown', quiet)), QUIET + DEBOUNCE)
  await page.keyboard.type(text, { delay: 60 })
  return (await page.evaluate(() => window.measured)) - DEBOUNCE
}

const main = () => page.getByRole('main')
const link = (name) => main().getByRole('link', { name }).first()
const filter = (name) => page.getByRole('complementary', { name: '筛选' }).getByRole('button', { name, exact: true }).first()
const CLICK = 250
const measures = [
  ['home → list', at.home, CLICK, () => press(page.getByRole('navigation').getByRole('link', { name: '模组', exact: true }).first())],
  [
    'list → project',
    at.list,
    CLICK,
    (n) =>
      press(
        main()
          .getByRole('article')
          .nth(n % 10)
          .getByRole('heading')
          .getByRole('link'),
      ),
  ],
  [
    'grid → project',
    at.grid,
    CLICK,
    (n) =>
      press(
        main()
          .getByRole('article')
          .nth(n % 6)
          .getByRole('heading')
          .getByRole('link'),
      ),
  ],
  [
    'shots → project',
    at.shots,
    CLICK,
    (n) =>
      press(
        main()
          .getByRole('article')
          .nth(n % 6)
          .getByRole('heading')
          .getByRole('link'),
      ),
  ],
  ['project → gallery', at.project, CLICK, () => press(link(/^图库/))],
  ['project → changelog', at.project, CLICK, () => press(link(/^更新日志/))],
  ['project → versions', at.project, CLICK, () => press(link(/^版本/))],
  ['versions → version', at.versions, CLICK, () => press(main().getByRole('row').nth(1).getByRole('link').first())],
  [
    'project → user',
    at.project,
    CLICK,
    () => press(main().getByRole('complementary').locator('a[href^="/user/"], a[href^="/organization/"]').first()),
  ],
  ['collections → collection', '/collections', CLICK, () => press(main().locator('a[href^="/collection/"]').first())],
  ['organizations → team', '/organizations', CLICK, () => press(main().locator('a[href^="/organization/"]').first())],
  ['users → user', '/users', CLICK, () => press(main().locator('a[href^="/user/"]').first())],
  ['filter: game version', at.list, CLICK, () => press(filter('1.20.1'))],
  ['filter: loader', at.list, CLICK, () => press(filter('Fabric'))],
  ['filter: category', at.list, CLICK, () => press(filter('装饰'))],
  ['next page', at.list, CLICK, () => press(main().getByRole('link', { name: '下一页' }).first())],
  ['display as grid', at.list, CLICK, () => press(page.getByRole('group', { name: '显示方式' }).getByRole('button', { name: '网格' }))],
  ['download dialog', at.project, 150, () => press(page.getByRole('button', { name: '下载', exact: true }))],
  ['last key → results', at.list, 200, () => type(page.getByRole('textbox', { name: /搜索模组/ }), 'lantern')],
]
let late = false
try {
  for (const [name, from, limit, measure] of measures) {
    const spent = []
    for (let n = 0; n < times; n++) {
      await context.addCookies([gridCookie(server)])
      await page.goto(from)
      await complete(page)
      spent.push(await measure(n))
      await page.evaluate(() => localStorage.clear())
      await context.clearCookies()
    }
    const p75 = quantile(spent, 0.75)
    late ||= p75 >= limit
    const shown = [0.5, 0.75, 0.95].map((share) => `p${share * 100} ${quantile(spent, share).toFixed(0)}`).join('  ')
    console.log(`${name.padEnd(26)} ${shown}  (p75 < ${limit} ms${p75 < limit ? '' : ': NOT HELD'})`)
  }
} finally {
  await browser.close()
  await server.stop()
}
process.exit(late ? 3 : 0)
