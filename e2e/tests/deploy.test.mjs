// Scripts that cannot be loaded: files of an earlier build under an open tab, a connection that breaks while a page
// loads.
import { visitor } from '../lib/browser.mjs'
import { settled } from '../lib/look.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

let server, browser

test.beforeAll(async ({ browser: one }) => {
  browser = one
  server = await Server.demonstration()
})

test.afterAll(async () => {
  await server?.stop()
})

const script = (url) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js')

/** Counts loaded documents and shown errors. */
async function watched() {
  const { page, context } = await visitor(browser, server.url, { reducedMotion: 'reduce' })
  const documents = []
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) documents.push(response.url())
  })
  await page.exposeFunction('noteError', (text) => documents.push(`shows ${text}`))
  await page.addInitScript(() =>
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('An error occurred!')) window.noteError('the error page')
    }).observe(document, { childList: true, subtree: true }),
  )
  return { page, context, documents }
}

test('a file of another build is not found', async () => {
  const answer = await fetch(`${server.url}/assets/gone-00000000.js`)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
})

test('a page whose script fails is reloaded once, with and without a body', async () => {
  for (const path of ['/mods', '/auth/sign-in']) {
    const { page, context, documents } = await watched()
    let broken
    await page.route(script, (route) => {
      broken ??= route.request().url()
      return documents.length < 2 && route.request().url() === broken ? route.abort() : route.fallback()
    })
    await page.goto(path)
    await expect.poll(() => documents.length).toBe(2)
    await settled(page)
    expect(documents.length, documents.join('\n')).toBe(2)
    await expect(page.locator('#script-failed')).toHaveCount(0)
    await context.close()
  }
})

test('a page whose scripts never load shows an error and does not reload for ever', async () => {
  for (const path of ['/mods', '/auth/sign-in']) {
    const { page, context, documents } = await watched()
    await page.clock.install()
    await page.route(script, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '404' }))
    await page.goto(path, { plain: true })
    await expect(page.getByRole('alert').getByText('页面的程序没有加载成功')).toBeVisible()
    await page.clock.fastForward(60_000)
    expect(documents.length, documents.join('\n')).toBe(2)
    await page.unrouteAll()
    await page.getByRole('link', { name: '重新加载' }).click()
    await expect(page.locator('#root main#main')).toBeVisible()
    await context.close()
  }
})

/** Takes the files of the old build away, until the page itself is from the new one. */
async function deploy(page) {
  const loaded = new Set(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
  let fresh = false
  await page.route(script, (route) =>
    fresh || loaded.has(route.request().url()) ? route.fallback() : route.fulfill({ status: 404, contentType: 'text/plain', body: '404' }),
  )
  page.on('request', (request) => {
    if (request.isNavigationRequest()) fresh = true
  })
}

const shown = (documents) => documents.filter((one) => one.startsWith('shows'))

test('a deployment under an open tab never shows the error page', async () => {
  const { page, context, documents } = await watched()
  await page.goto('/mods')
  await settled(page)
  await deploy(page)
  const link = page.getByRole('link', { name: '登录', exact: true }).first()
  const missing = page.waitForResponse((answer) => answer.status() === 404 && script(new URL(answer.url())))
  await link.hover() // prefetches the page before it is opened
  await missing
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))
  expect(documents.length, documents.join('\n')).toBe(1)
  await link.click()
  await page.waitForURL(/sign-in/)
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible() // the listing has a form too, which stands until the page is there
  expect(shown(documents)).toEqual([])
  // The router reloads too, possibly a moment after the first reload.
  expect(documents.length === 2 || documents.length === 3, documents.join('\n')).toBeTruthy()
  await context.close()
})

test('a dialog of the old build loads the page again, and opens in the new one', async () => {
  const { page, context, documents } = await watched()
  await page.goto('/mod/gears-and-verdigris')
  await settled(page)
  await deploy(page)
  const button = page.getByRole('button', { name: '下载', exact: true })
  const again = page.waitForEvent('load')
  await button.click()
  await again
  await settled(page)
  await button.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(shown(documents)).toEqual([])
  expect(documents.length, documents.join('\n')).toBe(2)
  await context.close()
})
