import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { useGameSetup } from '@/stores/game-setup'

beforeEach(() => {
  localStorage.clear()
  useGameSetup.getState().forget()
})

test('nothing found says which conditions hold, and giving one up brings results', async () => {
  const user = userEvent.setup()
  const { router } = await renderRoute('/mods?g=categories:quilt&nf=categories:optimization')
  const heading = await screen.findByRole('heading', { name: '没有找到结果' })
  const empty = heading.parentElement ?? document.body
  expect(within(empty).getByText(/同时满足下面 2 个条件的模组不存在/)).toBeTruthy()
  await user.click(within(empty).getByRole('button', { name: '移除筛选 Quilt' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?nf=categories%3Aoptimization'))
  expect(await screen.findByRole('link', { name: '齿轮与铜绿' })).toBeTruthy()
})

test('a page behind the last says so and leads to the last', async () => {
  await renderRoute('/mods?o=4000')
  expect(await screen.findByRole('heading', { name: '这一页没有结果' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '前往最后一页' }).getAttribute('href')).toBe('/mods')
})

test('results keep their place, marked as old, until newer ones are there; an answer that comes too late is not shown', async () => {
  const { router } = await renderRoute('/mods')
  const region = await screen.findByRole('region', { name: '搜索结果' })
  await within(region).findByRole('link', { name: '齿轮与铜绿' })
  let late: (() => void) | undefined
  server.use(
    http.get('/v2/search', async ({ request }) => {
      if (new URL(request.url).searchParams.get('query') !== '远') return undefined
      await new Promise<void>((done) => {
        late = done
      })
      return HttpResponse.json({ hits: [], offset: 0, limit: 20, total_hits: 0 })
    }),
  )
  await router.navigate({ href: '/mods?q=远' })
  await waitFor(() => expect(screen.getByRole('region', { name: '搜索结果' }).getAttribute('aria-busy')).toBe('true'))
  await router.navigate({ href: '/mods?q=回声' })
  await waitFor(() => expect(screen.getByText('1 个结果')).toBeTruthy())
  late?.()
  await delay(50)
  expect(screen.getByText('1 个结果')).toBeTruthy()
  expect(screen.queryByText('没有找到结果')).toBeNull()
})

test('an input method’s unfinished text is not searched for', async () => {
  const { router } = await renderRoute('/mods')
  const field = await screen.findByRole('textbox', { name: '搜索模组…' })
  fireEvent.compositionStart(field)
  fireEvent.change(field, { target: { value: 'hui sheng' } })
  await delay(350)
  expect(router.state.location.searchStr).toBe('')
  fireEvent.change(field, { target: { value: '回声' } })
  fireEvent.compositionEnd(field)
  await waitFor(() => expect(router.state.location.search).toEqual({ q: '回声' }))
})

test('a long group is searched by itself, its options are led through by arrows', async () => {
  const user = userEvent.setup()
  await renderRoute('/mods')
  const filters = await screen.findByRole('complementary', { name: '筛选' })
  await user.click(await within(filters).findByRole('button', { name: '在分类里查找' }))
  await user.keyboard('魔')
  const list = within(filters).getByRole('list', { name: '分类' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(8))
  const first = within(list).getAllByRole('button')[0]
  first?.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^排除 /)
})

test('a filter that is pressed asks for its results and all counts in one request each', async () => {
  const user = userEvent.setup()
  const asked: string[] = []
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url)
    if (pathname.includes('search')) asked.push(pathname)
  })
  const { router } = await renderRoute('/mods')
  const filters = await screen.findByRole('complementary', { name: '筛选' })
  const option = await within(filters).findByRole('button', { name: /^客户端/ })
  await waitFor(() => expect(asked.toSorted()).toEqual(['/_internal/search/counts', '/v2/search']))
  asked.length = 0
  await user.click(option)
  await waitFor(() => expect(router.state.location.searchStr).toBe('?e=client'))
  await waitFor(() => expect(asked.toSorted()).toEqual(['/_internal/search/counts', '/v2/search']))
  await delay(300)
  expect(asked).toHaveLength(2)
  server.events.removeAllListeners()
})

test('what is played marks what fits and narrows the listing in one press', async () => {
  const user = userEvent.setup()
  useGameSetup.getState().play({ gameVersion: '1.21.1', loader: 'fabric' })
  server.use(
    http.get('/v2/search', ({ request }) => {
      const facets = new URL(request.url).searchParams.get('facets') ?? ''
      if (!facets.includes('project_id:')) return undefined
      expect(JSON.parse(facets)).toEqual([expect.arrayContaining(['project_id:Prj00000']), ['versions:1.21.1'], ['categories:fabric']])
      return HttpResponse.json({ hits: [{ project_id: 'Prj00000' }], offset: 0, limit: 20, total_hits: 1 })
    }),
  )
  const { router } = await renderRoute('/mods')
  const row = (await screen.findByRole('link', { name: '齿轮与铜绿' })).closest('article') ?? document.body
  expect(await within(row).findByText('适合你')).toBeTruthy()
  expect(screen.getAllByText('适合你')).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: '只看适合 1.21.1 · Fabric 的' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?g=categories%3Afabric&v=1.21.1'))
})

test('the download dialog names what else is needed, with its own file', async () => {
  const user = userEvent.setup()
  useGameSetup.getState().play({ gameVersion: '1.21.4', loader: 'neoforge' })
  await renderRoute('/mod/gears-verdigris')
  await user.click(await screen.findByRole('button', { name: '下载' }))
  const dialog = await screen.findByRole('dialog', { name: /下载 齿轮与铜绿/ })
  expect(await within(dialog).findByText('已按你的环境选好')).toBeTruthy()
  expect(await within(dialog).findByRole('heading', { name: /还需要 1 个前置/ })).toBeTruthy()
  expect(
    within(dialog)
      .getByRole('link', { name: /^下载 远岸视距/ })
      .getAttribute('href'),
  ).toMatch(/^\/data\//)
})

test('the pictures of a project are led through by keys, and the focus comes back', async () => {
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/gallery')
  const opener = (await screen.findAllByRole('button', { name: /^查看图片/ }))[0]
  if (!opener) throw new Error('no picture')
  await user.click(opener)
  const dialog = await screen.findByRole('dialog', { name: '图片查看' })
  expect(within(dialog).getByText(/^1 \/ /)).toBeTruthy()
  await user.keyboard('{ArrowRight}')
  expect(within(dialog).getByText(/^2 \/ /)).toBeTruthy()
  await user.keyboard('{End}{ArrowRight}')
  expect(within(dialog).getByText(/^1 \/ /)).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
