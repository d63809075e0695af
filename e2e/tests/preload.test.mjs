// A public page contains its initial data: no page requests again what it was given, and pages found from outside
// request nothing else before they show their content.
import { visitor } from '../lib/browser.mjs'
import { settled } from '../lib/look.mjs'
import { publicPlaces } from '../lib/places.mjs'
import { expect, test } from '../lib/test.mjs'

let server

test.beforeAll(({ site }) => {
  server = site
})

/** A request as a path and its sorted parameters. */
function canonical(address) {
  const url = new URL(address, server.url)
  return (
    url.pathname +
    '?' +
    [...url.searchParams]
      .map(([key, value]) => `${key}=${value}`)
      .sort()
      .join('&')
  )
}

/** Data that is loaded late on purpose: lists that every page shares and browsers cache, counts (a search for no
 * row is one), the stream, and how old the data is. */
const late = /^\/v2\/tag\/|^\/_internal\/((search|directory)\/counts|live|status\/sync)|^\/v2\/search\?.*&limit=1(&|$)/

/** Pages without preloaded data, and missing ones: they have a head to keep. */
const headed = [
  '/mods?q=chilun',
  '/user/banmei-none',
  '/organization/none',
  '/collection/none',
  '/mod/none',
  '/car/x',
  '/nosuchpage',
  '/status',
  '/flags',
  '/settings/language',
  '/auth/sign-in',
  '/legal2/terms',
  '/frog',
]

/** One public page of each kind, and three that are missing or without data: the gate opens these, `make test-all` every one. */
const ofEachKind = ['home', 'search-mods', 'project', 'project-versions', 'version', 'user', 'organization']
const every = process.env.E2E_ALL === '1'
const opened = (places) => (every ? places : places.filter(({ name }) => ofEachKind.includes(name)))
const openedHeads = every ? headed : ['/mods?q=chilun', '/mod/none', '/auth/sign-in']

test('no public page requests preloaded data again, and each keeps the title and the description that the server wrote', async ({
  browser,
}) => {
  const { page, context } = await visitor(browser, server.url)
  let asked = []
  page.on('request', (request) => {
    if (/^\/(v2|v3|_internal)\//.test(new URL(request.url()).pathname)) asked.push(canonical(request.url()))
  })
  const again = []
  const heads = []
  const places = opened(await publicPlaces(server))
  for (const { name, path, status } of [...places, ...openedHeads.map((path) => ({ name: '', path }))]) {
    asked = []
    const html = await (await page.goto(path)).text()
    await settled(page)
    const { sent, kept, given } = await page.evaluate((html) => {
      const head = (of) => [of.title, of.querySelector('meta[name="description"]')?.content ?? '']
      return {
        sent: head(new DOMParser().parseFromString(html, 'text/html')),
        kept: head(document),
        given: Object.keys(JSON.parse(document.getElementById('preload')?.textContent ?? '{}')),
      }
    }, html)
    if (JSON.stringify(sent) !== JSON.stringify(kept)) heads.push({ path, sent, kept })
    if (!name) continue
    const known = new Set(given.map(canonical))
    for (const request of asked) {
      if (known.has(request)) again.push(`${name}: asks again for ${request}`)
      // The browser asks by itself for what the server has found missing.
      else if (known.size > 0 && !status && !late.test(request)) again.push(`${name}: asks for ${request}, which it could have been given`)
    }
  }
  expect(again).toEqual([])
  expect(heads).toEqual([])
  await context.close()
})

test('each kind of public page contains data, a title, an address and structured data', async () => {
  const wrong = []
  for (const { name, path } of await publicPlaces(server)) {
    if (!ofEachKind.includes(name)) continue
    const html = await (await fetch(server.url + path)).text()
    for (const part of ['id="preload"', '<title>', 'rel="canonical"', 'hreflang="x-default"', 'og:image', '<h1', 'id="modules"']) {
      if (!html.includes(part)) wrong.push(`${name}: without ${part}`)
    }
  }
  expect(wrong).toEqual([])
})

test('crawlers find every listed project and its feed', async () => {
  await expect(async () => {
    const index = await (await fetch(`${server.url}/sitemap.xml`)).text()
    let found = 0
    for (const [, file] of index.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      const set = await (await fetch(file)).text()
      found += [...set.matchAll(/<lastmod>/g)].length
    }
    const { total_hits: listed } = await (await fetch(`${server.url}/v2/search?limit=1`)).json()
    expect(found, `${found} pages for ${listed} projects`).toBeGreaterThanOrEqual(listed)
  }).toPass()
  const page = await (await fetch(`${server.url}/mod/gears-and-verdigris`)).text()
  const [, feed] = page.match(/type="application\/atom\+xml"[^>]*href="([^"]+)"/)
  const atom = await fetch(server.url + feed)
  expect(atom.headers.get('content-type')).toMatch(/atom\+xml/)
  expect(await atom.text()).toMatch(/<entry>/)
})
