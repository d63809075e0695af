// A press before the application has taken over the page is not lost: it is shown as waiting and has its effect then.
import { visitor } from '../lib/browser.mjs'
import { expect, test } from '../lib/test.mjs'

/** Opens a drawn page whose scripts arrive only after `release`. */
async function held(browser, site, path, options) {
  const { page, context, complaints } = await visitor(browser, site.url, options)
  const waiting = []
  let holding = true
  await page.route('**/*.js', (route) => (holding ? waiting.push(route) : route.continue()))
  await expect.poll(async () => (await fetch(site.url + path)).text()).toMatch(/data-drawn/)
  await page.goto(path, { plain: true, waitUntil: 'commit' })
  await expect(page.locator('#root[data-drawn] main#main')).toBeVisible()
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  const release = async () => {
    holding = false
    for (const route of waiting) await route.continue()
  }
  return { page, context, complaints, release }
}

test('a dialog that was asked for too early opens when the page is ready', async ({ browser, site }) => {
  const { page, context, complaints, release } = await held(browser, site, '/mod/gears-and-verdigris')
  const button = page.getByRole('button', { name: '下载', exact: true }).first()
  await button.click()
  await expect(button).toHaveAttribute('data-held', '')
  await release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('[data-held]')).toHaveCount(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('a filter that was pressed too early filters when the page is ready, once', async ({ browser, site }) => {
  const { page, context, complaints, release } = await held(browser, site, '/mods')
  const fabric = page.getByRole('button', { name: 'Fabric', exact: true }).first()
  await fabric.click()
  await fabric.click()
  await release()
  await page.waitForURL(/fabric/)
  expect(complaints).toEqual([])
  await context.close()
})

test('a sheet that a phone asked for too early opens, and a link leads on without waiting', async ({ browser, site }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const first = await held(browser, site, '/', phone)
  await first.page.getByRole('navigation', { name: '主要导航' }).getByRole('button', { name: '发现' }).tap()
  await first.release()
  await expect(first.page.getByRole('dialog').getByRole('navigation', { name: '资源类型' })).toBeVisible()
  await first.context.close()
  const second = await held(browser, site, '/mods')
  await second.page.getByRole('article').first().getByRole('heading').getByRole('link').click({ noWaitAfter: true })
  await second.release()
  await expect(second.page.locator('.subject h1')).toBeVisible()
  await second.context.close()
})
