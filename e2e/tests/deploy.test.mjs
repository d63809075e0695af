// Scripts that cannot be loaded: files of an earlier build under an open tab, a connection that breaks while a page
// loads.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { launch, visitor } from '../lib/browser.mjs'
import { settled } from '../lib/look.mjs'
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
  assert.equal(answer.status, 404)
  assert.match(answer.headers.get('content-type'), /^text\/plain/)
})

test('a page whose script fails is reloaded once, with and without a body', async () => {
  for (const path of ['/mods', '/auth/sign-in']) {
    const { page, context, documents } = await watched()
    let broken = 0
    await page.route(script, (route) => (broken++ === 0 ? route.abort() : route.fallback()))
    await page.goto(path)
    await page.locator('#root main#main').waitFor()
    await settled(page)
    assert.equal(documents.length, 2, documents.join('\n'))
    assert.equal(await page.locator('#script-failed').count(), 0)
    await context.close()
  }
})

test('a page whose scripts never load shows an error and does not reload for ever', async () => {
  for (const path of ['/mods', '/auth/sign-in']) {
    const { page, context, documents } = await watched()
    await page.route(script, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '404' }))
    await page.goto(path, { plain: true })
    await page.getByRole('alert').getByText('页面的程序没有加载成功').waitFor()
    await page.waitForTimeout(1_500)
    assert.equal(documents.length, 2, documents.join('\n'))
    await page.unrouteAll()
    await page.getByRole('link', { name: '重新加载' }).click()
    await page.locator('#root main#main').waitFor()
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
  await link.hover() // prefetches the page before it is opened
  await page.waitForTimeout(700)
  assert.equal(documents.length, 1, documents.join('\n'))
  await link.click()
  await page.waitForURL(/sign-in/)
  await page.locator('main form').first().waitFor()
  assert.deepEqual(shown(documents), [])
  // The router reloads too, possibly a moment after the first reload.
  assert.ok(documents.length === 2 || documents.length === 3, documents.join('\n'))
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
  await page.getByRole('dialog').waitFor()
  assert.deepEqual(shown(documents), [])
  assert.equal(documents.length, 2, documents.join('\n'))
  await context.close()
})
