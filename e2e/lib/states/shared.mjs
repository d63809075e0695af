// Steps that bring a screen into a state that needs more than its address.
//
// A state is { name, path } with any of: before(page) sets up the network; unsettled means that the page keeps
// waiting; opens(page, width) is the element to press, shows(page) the element that appears then (by default a
// dialog); act(page, width) is run after that; at gives the widths at which the state exists; escapes: false says
// that Escape does not close it, and returns(page, width) is the element with the focus afterwards where that is not
// the pressed one.
const api = (url) => /^\/(v2|v3|_internal)\//.test(url.pathname) && url.pathname !== '/_internal/live'

/** The page comes without its data, and the API answers as given. */
const bare = (answer) => async (page) => {
  await page.route(
    (url) => !api(url),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace(/<script type="application\/json" id="preload">.*?<\/script>/s, '')
      return route.fulfill({ response, body })
    },
  )
  await page.route(api, answer)
}

/** Only the request for the current account succeeds. */
const session = (route) => /\/v2\/user(\?|$)/.test(route.request().url())

/** No request of the page is ever answered. */
export const never = bare((route) => (session(route) ? route.fallback() : new Promise(() => undefined)))

/** Every request of the page fails. */
export const failing = bare((route) => (session(route) ? route.fallback() : fail(route)))

const fail = (route) =>
  route.fulfill({
    status: 503,
    contentType: 'application/json',
    headers: { 'X-Request-Id': 'a1b2c3d4' },
    body: '{"error":"internal_error","description":"服务暂时不可用，请稍后再试。"}',
  })

/** All requests succeed except those whose address matches: these fail, or are never answered. */
export const failsAt = (pattern) => bare((route) => (pattern.test(route.request().url()) ? fail(route) : route.fallback()))
export const hangsAt = (pattern) => bare((route) => (pattern.test(route.request().url()) ? new Promise(() => undefined) : route.fallback()))

/** Answers matching addresses with a document. */
export const answers = (pattern, json) => (page) => page.route(pattern, (route) => route.fulfill({ json }))

/** An error is shown, and no other request is repeated. */
const said = async (page) => {
  await page.getByRole('button', { name: '重试' }).first().waitFor()
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached', timeout: 8_000 })
    .catch(() => undefined)
}

/** The loading and the error state of each screen. */
export const waits = (name, path) => ({ name: `state-${name}-loading`, path, before: never, unsettled: true })
export const breaks = (name, path) => ({ name: `state-${name}-error`, path, before: failing, unsettled: true, act: said })

/** The same for a page whose data comes with its address: it is opened by a link from another page. */
export const waitsFrom = (name, path, link) => ({
  name: `state-${name}-loading`,
  path,
  act: async (page) => {
    await page.route(api, (route) => (session(route) ? route.fallback() : new Promise(() => undefined)))
    await link(page).click()
    await page.waitForTimeout(1_000)
  },
})
export const breaksFrom = (name, path, link) => ({
  name: `state-${name}-error`,
  path,
  act: async (page) => {
    await page.route(api, (route) => (session(route) ? route.fallback() : fail(route)))
    await link(page).click()
    await said(page)
  },
})

export const button = (page, name) => page.getByRole('button', { name }).first()
export const dialog = (page) => page.getByRole('dialog')
export const menu = (page) => page.getByRole('menu')

/** A PNG of two colours, whose edge shows how it was cropped. */
export async function png(page, width, height) {
  const bytes = await page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height)
      const on = canvas.getContext('2d')
      on.fillStyle = '#7fa8d8'
      on.fillRect(0, 0, width, height)
      on.fillStyle = '#4c7a46'
      for (let x = 0; x < width; x += 16) on.fillRect(x, height * 0.6 + 16 * Math.round(3 * Math.sin(x / 90)), 16, height)
      on.fillStyle = '#f4e6b8'
      on.fillRect(width * 0.6, height * 0.15, 64, 64)
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [width, height],
  )
  return Buffer.from(bytes)
}
export const picture = async (page, name, width = 1280, height = 720) => ({
  name,
  mimeType: 'image/png',
  buffer: await png(page, width, height),
})
