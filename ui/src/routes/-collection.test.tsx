import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CollectionPage, Library } from '@/lib/api/types'
import { hits } from '@/testing/hits'
import { user as me, user } from '@/testing/people'
import { projects } from '@/testing/projects'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const project = projects[0] ?? { id: '', slug: '' }
let library: Library
let sent: string[]

beforeEach(() => {
  document.cookie = 'modyard_csrf=token; path=/'
  library = {
    follows: [],
    collections: [{ id: 'ColWeek1', name: '周末开荒', description: '', icon_url: null, status: 'private', projects: [] }],
  }
  sent = []
  server.use(
    http.get('/v2/user', () => HttpResponse.json(user)),
    http.get('/_internal/library', () => HttpResponse.json(library)),
    http.post('/v3/collection/:id/project/:project', ({ params }) => {
      sent.push(`POST ${String(params.project)}`)
      library = { ...library, collections: library.collections.map((one) => ({ ...one, projects: [String(params.project)] })) }
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

afterEach(() => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
})

function page(change: Partial<CollectionPage> = {}): CollectionPage {
  return {
    id: 'ColWeek1',
    following: false,
    user: { id: user.id, username: user.username, avatar_url: null },
    name: '周末开荒',
    description: '够用就好。',
    icon_url: null,
    color: null,
    status: 'private',
    created: '2026-01-01T00:00:00Z',
    updated: '2026-01-02T00:00:00Z',
    projects: hits.slice(0, 3).map((hit, n) => ({ ...hit, added: `2026-01-0${n + 1}T00:00:00Z`, status: 'approved' as const })),
    ...change,
  }
}

test('a follow shows at once and is taken back with the server’s words', async () => {
  server.use(
    http.post('/v2/project/:id/follow', () =>
      HttpResponse.json({ error: 'invalid_input', description: '你已关注该资源。' }, { status: 400 }),
    ),
  )
  const person = userEvent.setup()
  await renderRoute(`/mod/${project.slug}`)
  const button = await screen.findByRole('button', { name: '关注' })
  await person.click(button)
  expect(await screen.findByText('你已关注该资源。')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('button', { name: '关注' }).getAttribute('aria-pressed')).toBe('false'))
})

test('a project is put into a collection from its page', async () => {
  const person = userEvent.setup()
  await renderRoute(`/mod/${project.slug}`)
  await person.click(await screen.findByRole('button', { name: '收藏' }))
  await person.click(await screen.findByRole('checkbox', { name: '周末开荒' }))
  await waitFor(() => expect(sent).toEqual([`POST ${project.id}`]))
  expect(await screen.findByRole('button', { name: '已收藏' })).toBeTruthy()
})

test('its owner edits a collection and takes projects out; others only look', async () => {
  let current = page()
  server.use(
    http.get('/_internal/collection/:id', () => HttpResponse.json(current)),
    http.delete('/v3/collection/:id/projects', ({ request }) => {
      const gone = JSON.parse(new URL(request.url).searchParams.get('ids') ?? '[]') as string[]
      current = { ...current, projects: current.projects.filter(({ project_id }) => !gone.includes(project_id)) }
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const person = userEvent.setup()
  await renderRoute('/collection/ColWeek1')
  expect(await screen.findByRole('heading', { level: 1, name: /周末开荒/ })).toBeTruthy()
  expect(await screen.findByRole('button', { name: '编辑' })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: '多选' }))
  const all = await screen.findByRole('checkbox', { name: '全选' })
  await person.click(all)
  expect(screen.getByText('已选 3 个')).toBeTruthy()
  await person.click(within(screen.getByRole('group', { name: '多选' })).getByRole('button', { name: '移出收藏夹' }))
  expect(await screen.findByText('这个收藏夹还是空的')).toBeTruthy()
})

test('whoever did not make a collection finds nothing to change in it', async () => {
  server.use(
    http.get('/_internal/collection/:id', () =>
      HttpResponse.json(page({ user: { id: 'Somebody', username: '别人', avatar_url: null }, status: 'listed' })),
    ),
  )
  await renderRoute('/collection/ColWeek1')
  expect(await screen.findByRole('link', { name: '别人' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
  expect(screen.queryByRole('button', { name: '多选' })).toBeNull()
})

test('a collection that is not there says so in the words of the specification', async () => {
  server.use(
    http.get('/_internal/collection/:id', () =>
      HttpResponse.json({ error: 'not_found', description: '请求的内容不存在' }, { status: 404 }),
    ),
  )
  await renderRoute('/collection/NoThing1')
  expect(await screen.findByText('Collection not found')).toBeTruthy()
})

test('somebody else’s collection may be reported, signed in or after signing in', async () => {
  const user = userEvent.setup()
  const owner = { id: 'UserOth2', username: 'other', avatar_url: null }
  const to = '/report?itemType=collection&itemId=ColWeek1'
  let viewer: object | undefined = me
  const reported = async () => {
    const shown = await renderRoute('/collection/ColWeek1')
    await user.click(await screen.findByRole('button', { name: '更多操作' }))
    await screen.findByRole('menuitem', { name: '复制收藏夹 ID' })
    const href = screen.queryByRole('menuitem', { name: '举报' })?.getAttribute('href')
    shown.unmount()
    return href
  }
  server.use(
    http.get('/v2/user', () => (viewer ? HttpResponse.json(viewer) : HttpResponse.json({ error: 'unauthorized' }, { status: 401 }))),
    http.get('/_internal/collection/:id', () => HttpResponse.json(page({ user: owner, status: 'listed' }))),
  )
  expect(await reported()).toBe(to)
  viewer = undefined
  expect(await reported()).toBe(`/auth/sign-in?redirect=${encodeURIComponent(to)}`)
  viewer = { id: owner.id, username: owner.username }
  expect(await reported()).toBeUndefined()
})
