// A real browser, and what every page of ours must not do.
import { join } from 'node:path'
import { chromium } from 'playwright-core'

export const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--lang=zh-CN']

export function launch() {
  return chromium.launch({ executablePath: process.env.MODYARD_CHROMIUM || '/usr/bin/chromium', args: flags })
}

/** Opens a page in a context of its own; `complaints` gathers console errors and failed requests. */
export async function visitor(browser, baseURL, options = {}) {
  const context = await browser.newContext({
    baseURL, locale: 'zh-CN', viewport: { width: 1440, height: 900 }, ...options,
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const complaints = []
  page.on('console', (m) => {
    // A slug that nobody uses answers 404, which a browser always notes.
    if (m.type() === 'error' && !m.location().url.endsWith('/check')) complaints.push(`console: ${m.text()} ${m.location().url} (${page.url()})`)
  })
  page.on('pageerror', (e) => complaints.push(`script: ${e.message} (${page.url()})`))
  page.on('response', (r) => { if (r.status() >= 500) complaints.push(`${r.status()} ${r.url()}`) })
  return { context, page, complaints }
}

/** Keeps what a page shows now in out/, for whoever reads a failure. */
export async function picture(page, name) {
  if (page) await page.screenshot({ path: join(import.meta.dirname, `../out/${name}.png`) })
}
