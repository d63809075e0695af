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

test('no public page requests preloaded data again', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  let asked = []
  page.on('request', (request) => {
    if (/^\/(v2|v3|_internal)\//.test(new URL(request.url()).pathname)) asked.push(canonical(request.url()))
  })
  const wrong = []
  for (const { name, path } of await publicPlaces(server)) {
    asked = []
    await page.goto(path)
    await settled(page)
    const given = await page.evaluate(() => Object.keys(JSON.parse(document.getElementById('preload')?.textContent ?? '{}')))
    const known = new Set(given.map(canonical))
    for (const request of asked) {
      if (known.has(request)) wrong.push(`${name}: asks again for ${request}`)
      else if (known.size > 0 && !late.test(request)) wrong.push(`${name}: asks for ${request}, which it could have been given`)
    }
  }
  expect(wrong).toEqual([])
  await context.close()
})

test('each kind of public page contains data, a title, an address and structured data', async () => {
  const wrong = []
  const kinds = new Set(['home', 'search-mods', 'project', 'project-versions', 'version', 'user', 'organization'])
  for (const { name, path } of await publicPlaces(server)) {
    if (!kinds.has(name)) continue
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

test('the application keeps the title and the description that the server wrote', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  const more = [
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
  const head = () => page.evaluate(() => [document.title, document.querySelector('meta[name="description"]')?.content ?? ''])
  const wrong = []
  for (const path of [...(await publicPlaces(server)).map((place) => place.path), ...more]) {
    const html = await (await fetch(new URL(path, server.url))).text()
    const sent = await page.evaluate((html) => {
      const document = new DOMParser().parseFromString(html, 'text/html')
      return [document.title, document.querySelector('meta[name="description"]')?.content ?? '']
    }, html)
    await page.goto(path)
    await settled(page)
    const kept = await head()
    if (JSON.stringify(sent) !== JSON.stringify(kept)) wrong.push({ path, sent, kept })
  }
  expect(wrong).toEqual([])
  await context.close()
})
