// How a screen is brought into a state that its address alone does not show.
//
// A state is { name, path } with any of: before(page) sets the network up; unsettled means that the page keeps waiting;
// opens(page, width) is what a person presses, shows(page) what appears then (a dialog unless told); act(page, width)
// is what is done after that; at names the widths it exists at; escapes: false says that Escape does not close it, and
// returns(page, width) what has the focus afterwards where that is not what was pressed.
const api = (url) => /^\/(v2|v3|_internal)\//.test(url.pathname) && url.pathname !== '/_internal/live'

/** The page comes without its data, and the API answers as told. */
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

/** Who asks is known, whatever else is not. */
const session = (route) => /\/v2\/user(\?|$)/.test(route.request().url())

/** Nothing of what the page asks for ever comes. */
export const never = bare((route) => (session(route) ? route.fallback() : new Promise(() => undefined)))

/** All that the page asks for fails. */
export const failing = bare((route) => (session(route) ? route.fallback() : fail(route)))

const fail = (route) =>
  route.fulfill({
    status: 503,
    contentType: 'application/json',
    headers: { 'X-Request-Id': 'a1b2c3d4' },
    body: '{"error":"internal_error","description":"服务暂时不可用，请稍后再试。"}',
  })

/** All comes but what an address that matches brings: that fails, or never comes. */
export const failsAt = (pattern) => bare((route) => (pattern.test(route.request().url()) ? fail(route) : route.fallback()))
export const hangsAt = (pattern) => bare((route) => (pattern.test(route.request().url()) ? new Promise(() => undefined) : route.fallback()))

/** Answers the addresses that match with a document. */
export const answers = (pattern, json) => (page) => page.route(pattern, (route) => route.fulfill({ json }))

/** What failed says so, and nothing else is still asked for again. */
const said = async (page) => {
  await page.getByRole('button', { name: '重试' }).first().waitFor()
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached', timeout: 8_000 })
    .catch(() => undefined)
}

/** The states that each screen has while it loads and when it cannot. */
export const waits = (name, path) => ({ name: `state-${name}-loading`, path, before: never, unsettled: true })
export const breaks = (name, path) => ({ name: `state-${name}-error`, path, before: failing, unsettled: true, act: said })

/** The same for a page whose address alone brings what the server wrote: it is reached from another, by a link. */
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

/** A PNG of two colours, with an edge that shows where it is cut. */
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
