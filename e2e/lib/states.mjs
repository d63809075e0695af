// States of screens that an address alone does not show: loading, failed, empty, forbidden, and what opens on top.
const api = (url) => /^\/(v2|v3|_internal)\//.test(url.pathname) && url.pathname !== '/_internal/live'

/** The page comes without its data, and the API answers as told. */
const bare = (answer) => async (page) => {
  await page.route((url) => !api(url), async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script type="application\/json" id="preload">.*?<\/script>/s, '')
    return route.fulfill({ response, body })
  })
  await page.route(api, answer)
}
const never = bare(() => new Promise(() => undefined))
const failing = bare((route) => route.request().url().includes('/v2/user') ? route.fallback() : route.fulfill({
  status: 503, contentType: 'application/json', headers: { 'X-Request-Id': 'a1b2c3d4' }, body: '{"error":"internal_error","description":"服务暂时不可用，请稍后再试。"}',
}))

const project = '/mod/gears-and-verdigris'
const button = (page, name) => page.getByRole('button', { name }).first()

export function visitorStates() {
  return [
    { name: 'state-home-loading', path: '/', before: never, unsettled: true },
    { name: 'state-home-error', path: '/', before: failing, unsettled: true },
    { name: 'state-search-loading', path: '/mods', before: never, unsettled: true },
    { name: 'state-search-error', path: '/mods', before: failing, unsettled: true },
    { name: 'state-project-loading', path: project, before: never, unsettled: true },
    { name: 'state-project-error', path: project, before: failing, unsettled: true },
    { name: 'state-search-grid', path: '/mods', act: (page) => page.getByRole('radio', { name: '网格' }).or(button(page, '网格')).first().click() },
    { name: 'state-search-gallery', path: '/mods', act: (page) => page.getByRole('radio', { name: '画廊' }).or(button(page, '画廊')).first().click() },
    {
      name: 'state-download', path: project,
      act: async (page) => {
        await button(page, /^下载/).click()
        await page.getByRole('dialog').getByText('1.20.1', { exact: true }).first().waitFor()
      },
    },
    {
      name: 'state-lightbox', path: `${project}/gallery`,
      act: async (page) => {
        await page.locator('main').getByRole('button').filter({ has: page.locator('img') }).first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'state-filters', path: '/mods',
      act: async (page, width) => {
        if (width === 390) await button(page, /筛选/).click()
      },
    },
  ]
}

export function creatorStates() {
  return [
    { name: 'state-dashboard-loading', path: '/dashboard', before: never, unsettled: true },
    { name: 'state-dashboard-error', path: '/dashboard', before: failing, unsettled: true },
    { name: 'state-forbidden', path: '/moderation/review' },
    { name: 'state-save', path: project, act: (page) => button(page, /^收藏/).click() },
    { name: 'state-notifications', path: '/', act: (page) => button(page, /^通知/).click() },
    { name: 'state-account-menu', path: '/', act: (page) => button(page, '我的账户').click() },
  ]
}

export function staffStates() {
  return [{ name: 'state-queue-loading', path: '/moderation/review', before: never, unsettled: true }]
}

