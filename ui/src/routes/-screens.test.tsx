import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { hits } from '@/testing/hits'
import { projects } from '@/testing/projects'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { useGameSetup } from '@/stores/game-setup'
import { usePrefs } from '@/stores/prefs'

beforeEach(() => {
  localStorage.clear()
  useGameSetup.setState({ gameVersion: '', loader: '' })
})

test('the home page shows true counters, popular projects and the way to the types', async () => {
  await renderRoute('/')
  expect(screen.getByRole('heading', { level: 1, name: '找到合用的，装上就玩' })).toBeTruthy()
  expect(await screen.findByText('99,366')).toBeTruthy()
  const hot = await screen.findByRole('region', { name: '热门资源' })
  await waitFor(() => expect(within(hot).getAllByRole('listitem')).toHaveLength(10))
  expect(within(hot).getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('齿轮与铜绿')
  expect(document.title).toBe('Modyard - Minecraft 资源社区')
})

test('a listing filters from its address and writes a pressed filter back into it', async () => {
  const user = userEvent.setup()
  const { router } = await renderRoute('/mods?nf=categories:optimization')
  const results = await screen.findByRole('region', { name: '搜索结果' })
  expect(within(results).queryByText('远岸视距')).toBeNull()
  expect(within(results).getByRole('link', { name: '齿轮与铜绿' }).getAttribute('href')).toBe('/mod/gears-verdigris')
  const filters = screen.getByRole('complementary', { name: '筛选' })
  // Nothing for Quilt is left, so it is folded.
  for (const more of await within(filters).findAllByRole('button', { name: /项没有结果$/ })) await user.click(more)
  await user.click(await within(filters).findByRole('button', { name: 'Quilt' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?g=categories%3Aquilt&nf=categories%3Aoptimization'))
  expect(await screen.findByText('没有找到结果')).toBeTruthy()
  await user.click(within(filters).getByRole('button', { name: '重置所有筛选' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  expect(await screen.findByRole('link', { name: '远岸视距' })).toBeTruthy()
  expect(document.title).toBe('模组 - Modyard')
})

test('typed text is searched once it is finished, not while it is being composed', async () => {
  const user = userEvent.setup()
  const { router } = await renderRoute('/mods')
  await user.type(await screen.findByRole('textbox', { name: '搜索模组…' }), '回声')
  await waitFor(() => expect(router.state.location.search).toEqual({ q: '回声' }))
  expect(await screen.findByText('1 个结果')).toBeTruthy()
  expect(router.history.length).toBe(1)
})

test('a listing that cannot be read says so with its code and can be tried again', async () => {
  server.use(
    http.get('/v2/search', () => HttpResponse.json({ error: 'search_error', description: '搜索暂时不可用' }, { status: 400 }), {
      once: true,
    }),
  )
  const user = userEvent.setup()
  await renderRoute('/shaders')
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('搜索暂时不可用')).toBeTruthy()
  expect(within(alert).getByText('search_error')).toBeTruthy()
  await user.click(within(alert).getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('link', { name: '琥珀时刻' })).toBeTruthy()
})

test('a project is shown with its text, versions, people and title', async () => {
  await renderRoute('/mod/gears-verdigris')
  expect(await screen.findByRole('heading', { level: 1, name: /齿轮与铜绿/ })).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getByRole('heading', { name: '从第一根轴开始' })).toBeTruthy()
  expect(document.title).toBe('齿轮与铜绿 - Minecraft 模组')
  const side = screen.getByRole('complementary', { name: '资源信息' })
  expect(await within(side).findByText('1.21.3–1.21.4')).toBeTruthy()
  const people = within(side).getByRole('heading', { name: '创作者' }).parentElement
  expect(people?.textContent).toMatch(/铜锈工坊.*半枚齿轮所有者/)
})

test('a project’s address is put right without a new step in the history', async () => {
  const { router } = await renderRoute('/project/Prj00000/versions?g=1.20.1')
  await screen.findByRole('table', { name: '版本列表' })
  expect(router.state.location.pathname).toBe('/mod/gears-verdigris/versions')
  expect(router.state.location.searchStr).toBe('?g=1.20.1')
  expect(router.history.length).toBe(1)
})

test('what is not there says so in the words of the specification', async () => {
  await renderRoute('/mod/no-such-thing')
  expect(await screen.findByRole('heading', { level: 1, name: '资源不存在' })).toBeTruthy()
})

test('an unknown type and an unknown path are not found', async () => {
  const { unmount } = await renderRoute('/moon/gears-verdigris')
  expect(await screen.findByRole('heading', { level: 1, name: '找不到该页面' })).toBeTruthy()
  unmount()
  await renderRoute('/moons')
  expect(await screen.findByRole('heading', { level: 1, name: '没有这个页面' })).toBeTruthy()
  expect(screen.getByText('Page not found: /moons').getAttribute('lang')).toBe('en')
  expect(screen.getByRole('link', { name: '前往主页' }).getAttribute('href')).toBe('/')
})

test('versions are narrowed by pressing a tag', async () => {
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris/versions')
  const table = await screen.findByRole('table', { name: '版本列表' })
  expect(within(table).getAllByRole('row')).toHaveLength(6)
  await user.click(within(table).getByRole('button', { name: '1.20.1' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?g=1.20.1'))
  expect(within(screen.getByRole('table', { name: '版本列表' })).getAllByRole('row')).toHaveLength(2)
})

test('a version page names its files, hashes and what it needs', async () => {
  await renderRoute('/mod/gears-verdigris/version/Ver00000')
  expect(await screen.findByRole('heading', { level: 2, name: '6.0.0' })).toBeTruthy()
  expect(screen.getByText('gears-verdigris-6.0.0+1.21.4.jar')).toBeTruthy()
  expect(screen.getByText('a9993e364706816aba3e25717850c26c9cd0d89d')).toBeTruthy()
  const needed = await screen.findByRole('heading', { name: '必需前置' })
  expect(await within(needed.parentElement ?? document.body).findByRole('link', { name: '远岸视距' })).toHaveProperty(
    'pathname',
    '/mod/far-shore',
  )
})

test('the download dialog offers what fits, remembers a choice when asked, and closes when nothing is needed any more', async () => {
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris')
  await user.click(await screen.findByRole('button', { name: '下载' }))
  const dialog = await screen.findByRole('dialog', { name: /下载 齿轮与铜绿/ })
  const versions = await within(dialog).findByRole('radiogroup', { name: '游戏版本' })
  await user.click(within(versions).getByRole('radio', { name: '1.21.4' }))
  await user.click(within(dialog).getByRole('radio', { name: /NeoForge/ }))
  const link = await within(dialog).findByRole('link', { name: '下载 6.0.0' })
  expect(link.getAttribute('href')).toBe('/data/Prj00000/gears-verdigris-6.0.0.jar')
  expect(useGameSetup.getState()).toMatchObject({ gameVersion: '', loader: '' })
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  const need = await within(dialog).findByRole('link', { name: /^下载 远岸视距/ })
  need.addEventListener('click', (event) => event.preventDefault())
  await user.click(need)
  expect(await within(dialog).findByText('都已下载')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 })
})

test('a project without versions leads to its release site or says that there is none', async () => {
  const { projects } = await import('@/testing/projects')
  const empty = { ...projects[0], versions: [], version_count: 0, obtainable: false, donation_urls: [] }
  server.use(http.get('/_internal/project/:id', () => HttpResponse.json(empty)))
  const { unmount } = await renderRoute('/mod/gears-verdigris')
  expect(await screen.findByText('该资源没有可用下载源')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '下载' })).toBeNull()
  unmount()
  server.use(
    http.get('/_internal/project/:id', () =>
      HttpResponse.json({ ...empty, donation_urls: [{ id: 'site', platform: 'site', url: 'https://example.com/get' }] }),
    ),
  )
  await renderRoute('/mod/gears-verdigris')
  const site = await screen.findByRole('link', { name: /前往原站/ })
  expect([site.getAttribute('href'), site.getAttribute('target')]).toEqual(['https://example.com/get', '_blank'])
})

test('a person’s page lists the projects, the most downloaded first', async () => {
  await renderRoute('/user/banmei')
  expect(await screen.findByRole('heading', { level: 1, name: 'banmei' })).toBeTruthy()
  const projects = await screen.findByRole('region', { name: '资源' })
  await waitFor(() => expect(within(projects).getAllByRole('heading', { level: 3 })).toHaveLength(6))
  expect(
    within(screen.getByRole('complementary', { name: '团队' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/organization/verdigris')
})

test("the rows of a person's projects begin with the game version that is played", async () => {
  const [hit] = hits
  const game = hit?.versions.at(0) ?? ''
  useGameSetup.getState().play({ gameVersion: game, loader: '' })
  await renderRoute('/user/banmei')
  const row = (await screen.findByRole('link', { name: '齿轮与铜绿' })).closest('article') ?? document.body
  expect(within(row).getAllByText(new RegExp(`^${game}(、|$| )`)).length).toBeGreaterThan(0)
})

test('a person who does not exist is not found', async () => {
  await renderRoute('/user/nobody')
  expect(await screen.findByRole('heading', { level: 1, name: '用户不存在' })).toBeTruthy()
  expect(screen.getByText('User does not exist').getAttribute('lang')).toBe('en')
})

test('a project with an offer leads to it in a new tab, unless the visitor hides promotions', async () => {
  const asked: string[] = []
  const offer = { code: 'cloud', title: '云服', note: '', url: 'https://example.com/cloud' }
  server.use(
    http.get('/_internal/offer', ({ request }) => {
      const project = new URL(request.url).searchParams.get('project') ?? ''
      asked.push(project)
      return HttpResponse.json({ offer: { ...offer, code: asked.length > 1 ? 'pcl' : 'cloud' } })
    }),
  )
  const shown = await renderRoute('/mod/gears-verdigris')
  const button = await screen.findByRole('link', { name: '联机搭建（在新标签页打开）' })
  expect([button.getAttribute('href'), button.getAttribute('target')]).toEqual(['/server?aff=cloud', '_blank'])
  act(() => usePrefs.setState({ hideAppPromos: true }))
  expect(screen.queryByRole('link', { name: /联机搭建/ })).toBeNull()
  shown.unmount()
  const hidden = await renderRoute('/mod/gears-verdigris')
  await screen.findByRole('heading', { level: 1 })
  expect(asked).toHaveLength(1)
  act(() => usePrefs.setState({ hideAppPromos: false }))
  expect((await screen.findByRole('link', { name: /联机搭建/ })).getAttribute('href')).toBe('/pcl')
  expect(new Set(asked).size).toBe(1)
  hidden.unmount()
})

test('links of a project have the icon of their platform', async () => {
  const base = projects[0]
  if (!base) throw new Error('no fixture')
  const links = ['site', 'afdian', 'modrinth', 'gitee'].map((id) => ({ id, platform: id, url: `https://example.com/${id}` }))
  server.use(http.get('/_internal/project/:id', () => HttpResponse.json({ ...base, donation_urls: links })))
  await renderRoute('/mod/gears-verdigris')
  const side = await screen.findByRole('complementary', { name: '资源信息' })
  const icons = [...side.querySelectorAll('[data-platform]')].map((one) => one.getAttribute('data-platform'))
  expect(icons).toEqual(['site', 'afdian', 'modrinth', 'other'])
})

test('a result has the accent of its project’s colour, which also a missing icon takes', async () => {
  const coloured = { ...hits[0], project_id: 'ProjRed1', slug: 'red', title: '红', title_zh: '红', color: 0xff0000, icon_url: '' }
  const plain = { ...coloured, project_id: 'ProjGry2', slug: 'grey', title: '灰', title_zh: '灰', color: null }
  server.use(http.get('/v2/search', () => HttpResponse.json({ hits: [coloured, plain], offset: 0, limit: 20, total_hits: 2 })))
  for (const mode of ['list', 'grid', 'gallery'] as const) {
    usePrefs.getState().setDisplayMode('mod', mode)
    const shown = await renderRoute('/mods')
    const results = await screen.findByRole('region', { name: '搜索结果' })
    const [red, grey] = within(results).getAllByRole('article')
    expect([red?.style.getPropertyValue('--tint'), grey?.style.getPropertyValue('--tint')]).toEqual(['29', ''])
    const drawn = (result?: HTMLElement) => [...(result?.querySelectorAll('img') ?? [])].map((one) => one.getAttribute('src'))
    expect(drawn(red)).toContain('/pictures/identicon/ProjRed1?name=%E7%BA%A2&color=ff0000')
    expect(drawn(grey)).toContain('/pictures/identicon/ProjGry2?name=%E7%81%B0')
    shown.unmount()
  }
  usePrefs.setState(usePrefs.getInitialState(), true)
})

test('a result has the day of its creation, and that of its last change unless the newest come first', async () => {
  const hit = { ...hits[0], date_created: '2020-02-03T04:00:00Z', date_modified: '2022-05-06T04:00:00Z' }
  server.use(http.get('/v2/search', () => HttpResponse.json({ hits: [hit], offset: 0, limit: 20, total_hits: 1 })))
  for (const mode of ['list', 'grid', 'gallery'] as const)
    for (const [order, days] of [
      ['', ['2022-05-06', '2020-02-03']],
      ['?s=newest', ['2020-02-03']],
    ] as const) {
      usePrefs.getState().setDisplayMode('mod', mode)
      const shown = await renderRoute(`/mods${order}`)
      const result = await within(await screen.findByRole('region', { name: '搜索结果' })).findByRole('article')
      const times = [...result.querySelectorAll('time')].map((one) => one.dateTime.slice(0, 10))
      // A list has its own line on a phone, with the days in the same order.
      expect(times.slice(0, days.length), mode + order).toEqual(days)
      expect(new Set(times)).toEqual(new Set(days))
      shown.unmount()
    }
  usePrefs.setState(usePrefs.getInitialState(), true)
})
