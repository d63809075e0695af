import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProjectPage, ProjectStatus, Role } from '@/lib/api/types'
import { ago, projects } from '@/testing/data'
import { renderRoute } from '@/testing/render-route'
import { fakeLive } from '@/testing/live'
import { server } from '@/testing/server'
import type { History, QueueEntry } from './api'

const first = projects[0] as ProjectPage
const second = projects[4] as ProjectPage
const author = first.members[0]?.user ?? { id: '', username: '', avatar_url: null }

// Screens and the panel arrive in parts of their own, which takes a busy machine a while.
configure({ asyncUtilTimeout: 5_000 })

/** What the API holds about the project during a test. */
let status: ProjectStatus
let asked: unknown[]
let history: History

function waiting(project: ProjectPage, hours: number, round = 1): QueueEntry {
  return {
    project: { ...project, versions: [], organization: null },
    url_type: project.url_type,
    queued: ago(hours),
    round,
    owner: author,
    organization: null,
  }
}

function signedIn(role: Role, id = 'Mod00001') {
  document.cookie = 'modyard_csrf=t; path=/'
  server.use(
    http.get('/v2/user', () => HttpResponse.json({ id, username: '岚桥', avatar_url: null, bio: null, created: ago(9), role, badges: 0 })),
  )
}

beforeEach(() => {
  status = 'processing'
  asked = []
  history = {
    entries: [
      { type: 'created', at: ago(80), actor: { ...author, role: 'developer' }, from: null, to: 'draft', message: null },
      { type: 'submitted', at: ago(70), actor: { ...author, role: 'developer' }, from: 'draft', to: 'processing', message: null },
      {
        type: 'rejected',
        at: ago(60),
        actor: { id: 'm', username: '石榴', avatar_url: null, role: 'moderator' },
        from: 'processing',
        to: 'rejected',
        message: '请写清**玩法**',
      },
      { type: 'submitted', at: ago(50), actor: { ...author, role: 'developer' }, from: 'rejected', to: 'processing', message: null },
    ],
    queue: { position: 3, of: 86, median_wait_seconds: 9 * 3600, queued: ago(50) },
  }
  server.use(
    http.get('/_internal/project/:id', ({ params }) => {
      const project = projects.find((one) => one.slug === params.id || one.id === params.id) ?? first
      return HttpResponse.json(
        project.id === first.id ? { ...project, status, queued: ago(50) } : { ...project, status: 'processing', queued: ago(5) },
      )
    }),
    http.get('/_internal/project/:id/history', () => HttpResponse.json(history)),
    http.post('/_internal/markdown', () => HttpResponse.json({ html: '<p>请写清<strong>玩法</strong></p>' })),
    http.get('/_internal/moderation/projects', () => {
      const all = [waiting(first, 50, 2), waiting(second, 5)].filter((entry) => entry.project.id !== first.id || status === 'processing')
      return HttpResponse.json({ projects: all, total: all.length })
    }),
    http.patch('/v2/project/:id', async ({ request }) => {
      const body = (await request.json()) as { status: ProjectStatus }
      asked.push(body)
      status = body.status
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

afterEach(() => {
  document.cookie = 'modyard_csrf=; max-age=0; path=/'
  vi.unstubAllGlobals()
})

test('the queue lists who waits, how long and in which round, and every row leads to the panel', async () => {
  signedIn('moderator')
  await renderRoute('/moderation/review')
  const table = await screen.findByRole('table', { name: '等待审核的项目' })
  const rows = within(table).getAllByRole('row')
  expect(rows).toHaveLength(3)
  expect(rows[1]?.textContent).toMatch(/Gears & Verdigris.*第 2 轮.*2 天 2 小时/)
  expect(rows[2]?.textContent).toMatch(/首次.*5 小时/)
  expect(within(table).getByRole('link', { name: '审核 Gears & Verdigris' }).getAttribute('href')).toBe('/mod/gears-verdigris?review=1')
  expect(screen.getByRole('link', { name: /^全部 ?2$/ }).getAttribute('aria-current')).toBe('page')
})

test('an empty queue says so in words', async () => {
  signedIn('moderator')
  server.use(http.get('/_internal/moderation/projects', () => HttpResponse.json({ projects: [], total: 0 })))
  await renderRoute('/moderation/review')
  expect(await screen.findByRole('heading', { name: '队列是空的' })).toBeTruthy()
})

test('the queue is not for everybody, and strangers sign in first', async () => {
  const stranger = await renderRoute('/moderation/review')
  await waitFor(() => expect(stranger.router.state.location.pathname).toBe('/auth/sign-in'))
  stranger.unmount()
  signedIn('developer')
  await renderRoute('/moderation/review')
  expect(await screen.findByText('只有审核人员可以查看审核队列。')).toBeTruthy()
})

test('a refusal needs a message, and afterwards the badge and the way on are there', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  const reject = within(panel).getByRole('button', { name: '拒绝' })
  expect(reject.hasAttribute('disabled')).toBe(true)
  expect(document.getElementById(reject.getAttribute('aria-describedby') ?? '')?.textContent).toBe('拒绝与保留需要填写给作者的消息。')
  await user.type(within(panel).getByRole('textbox', { name: '给作者的消息' }), '请写清玩法')
  expect(document.getElementById(reject.getAttribute('aria-describedby') ?? '')?.textContent).toBe('拒绝与保留需要选择原因。')
  await user.selectOptions(within(panel).getByRole('combobox', { name: '原因' }), '资料不完整')
  await user.click(reject)
  expect(await within(panel).findByText('您已完成此项目的审核！还有 1 个项目。')).toBeTruthy()
  expect(asked).toEqual([{ status: 'rejected', moderation_message: '请写清玩法', reason: { code: 'incomplete' } }])
  await waitFor(() => expect(within(screen.getByRole('heading', { level: 1 })).getByText('已拒绝')).toBeTruthy())
  expect(within(panel).getByRole('link', { name: '返回审核列表' }).getAttribute('href')).toBe('/moderation/review')
  await user.click(within(panel).getByRole('link', { name: '下一个项目' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/deep-echo'))
  const fresh = await screen.findByRole('complementary', { name: '审核面板' })
  expect(within(fresh).getByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' }).value).toBe('')
})

test('the panel opens from the menu, stays while tabs change, decides by keys and closes', async () => {
  signedIn('admin')
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris')
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '审查项目' }))
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.click(within(screen.getByRole('navigation', { name: '资源页面' })).getByRole('link', { name: /版本/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/gears-verdigris/versions'))
  expect(panel.isConnected).toBe(true)
  await user.click(within(panel).getByRole('textbox', { name: '给作者的消息' }))
  await user.keyboard('{Shift>}{Alt>}[KeyA]{/Alt}{/Shift}')
  expect(asked).toEqual([])
  await user.click(document.body)
  await user.keyboard('{Shift>}{Alt>}[KeyA]{/Alt}{/Shift}')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({ status: 'approved', reason: { code: 'complies' } })
  expect(await within(panel).findByText('已批准')).toBeTruthy()
  await user.click(within(panel).getByRole('button', { name: '关闭审核面板' }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: '审核面板' })).toBeNull())
})

test('what the server refuses is shown in its own words', async () => {
  signedIn('moderator')
  server.use(
    http.patch('/v2/project/:id', () =>
      HttpResponse.json({ error: 'conflict', description: '该资源的状态刚刚被他人更改，请刷新后再操作。' }, { status: 409 }),
    ),
  )
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.click(within(panel).getByRole('button', { name: '批准' }))
  expect(within(await within(panel).findByRole('alert')).getByText(/刚刚被他人更改/)).toBeTruthy()
  expect(within(panel).getByRole('button', { name: '批准' })).toBeTruthy()
})

test('nobody but the staff gets the panel', async () => {
  signedIn('developer')
  await renderRoute('/mod/gears-verdigris?review=1')
  await screen.findByRole('heading', { level: 1 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByRole('complementary', { name: '审核面板' })).toBeNull()
})

test('a member sees the place in the queue and every round with its message', async () => {
  signedIn('developer', author.id)
  await renderRoute('/mod/gears-verdigris/moderation')
  expect(await screen.findByText('第 3 位')).toBeTruthy()
  expect(screen.getByText('共 86 位')).toBeTruthy()
  expect(screen.getByText('9 小时 0 分')).toBeTruthy()
  const old = screen.getByRole('list', { name: '第 1 轮' })
  expect(within(old).getAllByRole('listitem')[0]?.textContent).toMatch(/石榴版主拒绝已拒绝/)
  expect((await within(old).findByText('玩法')).tagName).toBe('STRONG')
  expect(screen.queryByRole('button', { name: '重新提交审核' })).toBeNull()
})

test('a rejected project is sent in again, and what is missing is said beside the button', async () => {
  status = 'rejected'
  history = { entries: history.entries.slice(0, 3), queue: null }
  signedIn('developer', author.id)
  server.use(
    http.patch(
      '/v2/project/:id',
      () => HttpResponse.json({ error: 'invalid_input', description: '提交审核前请先完成：选择许可证。' }, { status: 400 }),
      { once: true },
    ),
  )
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/moderation')
  const button = await screen.findByRole('button', { name: '重新提交审核' })
  await user.click(button)
  expect(await screen.findByText('提交审核前请先完成：选择许可证。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重新提交审核' }).hasAttribute('disabled')).toBe(true)
})

test('a decision made elsewhere reaches the open page by itself', async () => {
  const live = fakeLive()
  signedIn('developer', author.id)
  await renderRoute('/mod/gears-verdigris/moderation')
  await screen.findByText('第 3 位')
  await waitFor(() => expect(live.streams()).toBe(1))
  status = 'rejected'
  history = {
    entries: [...history.entries, { type: 'rejected', at: ago(0), actor: null, from: 'processing', to: 'rejected', message: '再改改' }],
    queue: null,
  }
  live.moved(`project:${first.id}`, 9)
  await waitFor(() => expect(within(screen.getByRole('heading', { level: 1 })).getByText('已拒绝')).toBeTruthy())
  expect(await screen.findByRole('button', { name: '重新提交审核' })).toBeTruthy()
})
