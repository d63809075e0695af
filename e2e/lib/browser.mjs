// A real browser, and the faults that none of our pages may have.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=zh-CN',
]

/** Chromium without the parts that only a window needs, where it is installed: a journey takes a quarter less of the processor. */
const SHELL = '/usr/bin/chromium-headless-shell'

export const executable = process.env.MODYARD_CHROMIUM || (process.env.E2E_ALL !== '1' && existsSync(SHELL) ? SHELL : '/usr/bin/chromium')

/** A browser for programs that are not tests; tests have one as a fixture. */
export function launch() {
  return chromium.launch({ executablePath: executable, args: flags })
}

/** The server's page is shown first; input has an effect only when the app has taken it over. */
async function taken(page) {
  await page.waitForFunction(() => !document.getElementById('root') || document.querySelector('#root:not([data-drawn]) main#main'))
  // Effects, such as key listeners, run right after their component is drawn.
  await page
    .evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => setTimeout(done))
          setTimeout(done, 100)
        }),
    )
    .catch(() => undefined) // the page has navigated
}

/** The parts that load late are there: the server has drawn them, but they do not answer yet. Requests that hang are not waited for. */
async function quiet(requests) {
  for (let free = 0, end = Date.now() + 1_500; free < 3 && Date.now() < end; ) {
    await new Promise((done) => setTimeout(done, 30))
    free = requests.size === 0 ? free + 1 : 0
  }
}

const open = new WeakMap()

/** The pending requests of a page; a stream never ends and is not included. */
export const inFlight = (page) => open.get(page)?.size ?? 0

/** Makes goto and reload of a page wait for the app, if the address has it; { plain: true } does not wait. */
function dress(page) {
  if (open.has(page)) return
  const requests = new Set()
  open.set(page, requests)
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') requests.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => requests.delete(request))
  for (const name of ['goto', 'reload']) {
    const bare = page[name].bind(page)
    page[name] = async (...args) => {
      const { plain, ...options } = (name === 'goto' ? args[1] : args[0]) ?? {}
      requests.clear()
      const answer = await (name === 'goto' ? bare(args[0], options) : bare(options))
      if (!plain) {
        await taken(page)
        await quiet(requests)
      }
      return answer
    }
  }
}

/** Pages of this context wait for the app, as a person does. */
export function dressed(context) {
  context.on('page', dress)
  const bare = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await bare()
    dress(page)
    return page
  }
  return context
}

const visits = new Map()

/** Closes the contexts of the visitors of a server. */
export async function leave(baseURL) {
  const contexts = visits.get(baseURL) ?? []
  visits.delete(baseURL)
  await Promise.all(contexts.map((context) => context.close().catch(() => undefined)))
}

/** Opens a page in a context of its own; `complaints` collects console errors and failed requests. */
export async function visitor(browser, baseURL, options = {}) {
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Requests of a service worker pass by the routes of a test.
    serviceWorkers: 'block',
    ...options,
  })
  visits.set(baseURL, [...(visits.get(baseURL) ?? []), context])
  context.setDefaultTimeout(60_000)
  if (options.javaScriptEnabled !== false) dressed(context)
  const page = await context.newPage()
  const complaints = []
  page.on('console', (m) => {
    // An unused slug answers 404, which a browser always logs.
    if (m.type() === 'error' && !m.location().url.endsWith('/check'))
      complaints.push(`console: ${m.text()} ${m.location().url} (${page.url()})`)
  })
  page.on('pageerror', (e) => complaints.push(`script: ${e.message} (${page.url()})`))
  page.on('response', (r) => {
    if (r.status() >= 500) complaints.push(`${r.status()} ${r.url()}`)
  })
  return { context, page, complaints }
}
