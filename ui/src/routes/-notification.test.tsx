import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Notification } from '@/features/notification'
import { ago } from '@/testing/time'
import { fakeLive } from '@/testing/live'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

/** The filters of types, as the server says them. */
const filters: Partial<Record<string, string>> = { project_update: 'update', team_invite: 'invite', status_change: 'status' }

/** What the API holds during a test. */
let inbox: Notification[]
let removed: Set<string>
let sent: string[]

function note(position: number, over: Partial<Notification>): Notification {
  return {
    id: `n${position}`,
    type: 'project_update',
    position,
    created: ago(96),
    read: false,
    open: false,
    organization: null,
    from_status: null,
    to_status: null,
    message: null,
    reason: null,
    points: [],
    role: null,
    report_id: null,
    thread_id: null,
    thread_message_id: null,
    title: '',
    text: '',
    link: '/',
    actor: { id: 'Usr00009', username: '阿澄', avatar_url: null },
    project: { id: 'Prj00001', slug: 'gears', url_type: 'mod', title: 'Gears', title_zh: '齿轮与铜绿', icon_url: null, status: 'approved' },
    version: { id: `Ver${position}`, name: 'x', version_number: `6.0.${position}`, version_type: 'release' },
    ...over,
  }
}

beforeEach(() => {
  document.cookie = 'modyard_csrf=t; path=/'
  sent = []
  removed = new Set()
  inbox = [
    note(104, {}),
    note(103, {}),
    note(102, { type: 'team_invite', open: true, role: '译者', version: null }),
    note(101, { type: 'status_change', version: null, from_status: 'processing', to_status: 'rejected', message: '请补充说明。' }),
  ]
  const ids = (url: string) => JSON.parse(new URL(url).searchParams.get('ids') ?? '[]') as string[]
  const mark = (list: string[]) => {
    inbox = inbox.map((one) => (list.includes(one.id) ? { ...one, read: true } : one))
  }
  server.use(
    http.get('/v2/user', () =>
      HttpResponse.json({
        id: 'Usr00001',
        username: 'banmei',
        avatar_url: null,
        bio: '',
        created: ago(900),
        role: 'developer',
        badges: 0,
        email: 'a@example.com',
      }),
    ),
    http.get('/_internal/notifications', ({ request }) => {
      const query = new URL(request.url).searchParams
      const all = inbox.filter((one) => !removed.has(one.id))
      const unread = query.get('unread')
      const filter = query.get('filter')
      const shown = all.filter(
        (one) => (unread === null || one.read === (unread === 'false')) && (filter === null || filters[one.type] === filter),
      )
      const counts = [...new Set(all.map((one) => one.type))].map((type) => {
        const same = all.filter((one) => one.type === type)
        return { type, filter: filters[type] ?? 'other', total: same.length, unread: same.filter((one) => !one.read).length }
      })
      return HttpResponse.json({
        notifications: shown,
        counts: { total: all.length, unread: all.filter((one) => !one.read).length, types: counts },
        next: null,
        position: 500,
      })
    }),
    http.patch('/v2/notifications', ({ request }) => {
      mark(ids(request.url))
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete('/v2/notifications', ({ request }) => {
      removed = new Set(ids(request.url))
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('/_internal/notifications/restore', () => {
      removed = new Set()
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('/_internal/notifications/read', async ({ request }) => {
      sent.push(JSON.stringify(await request.json()))
      mark(inbox.map((one) => one.id))
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('/v2/team/:id/join', ({ params }) => {
      sent.push(`join ${String(params.id)}`)
      inbox = inbox.map((one) => (one.open ? { ...one, open: false, read: true } : one))
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

afterEach(() => {
  document.cookie = 'modyard_csrf=; max-age=0; path=/'
  vi.unstubAllGlobals()
})

const bell = (name: string) => screen.findByRole('button', { name })

test('the inbox tells updates of one project together, and everything else by itself', async () => {
  await renderRoute('/dashboard/notifications')
  const list = await screen.findByRole('region', { name: '通知' })
  const lines = within(list).getAllByRole('listitem')
  expect(lines).toHaveLength(3)
  expect(lines[0]?.textContent).toContain('发布了 2 个新版本')
  expect(lines[1]?.textContent).toContain('担任 译者')
  expect(within(lines[2] as HTMLElement).getByText('已拒绝')).toBeTruthy()
  expect(lines[2]?.textContent).toContain('阿澄：请补充说明。')
  await bell('通知，4 条未读')
})

test('a refusal has its whole reason and what to do', async () => {
  const why = {
    message: '请补充：\n\n- 前置\n- 许可证',
    reason: { code: 'copyright', text: '图标是别人的' },
    points: [
      { id: 'summary-insufficient', name: '不足', step: 'summary', title: '简介' },
      { id: 'of-another-release', name: 'of-another-release', step: '', title: '' },
    ],
  }
  inbox = inbox.map((one) => (one.type === 'status_change' ? { ...one, ...why } : one))
  await renderRoute('/dashboard/notifications')
  const said = await screen.findByText(/请补充：/)
  expect(said.textContent).toMatch(/请补充：\s+- 前置\s+- 许可证/)
  expect(said.className).not.toContain('clip')
  for (const text of ['原因：侵犯版权（图标是别人的）', '简介 · 不足', 'of-another-release']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('按意见修改后，在审核页重新提交；有疑问可以在那里的对话中回复。')).toBeTruthy()
})

test('an invitation is accepted in its line', async () => {
  const user = userEvent.setup()
  await renderRoute('/dashboard/notifications?type=invite')
  await user.click(await screen.findByRole('button', { name: '接受' }))
  await screen.findByText('已加入 齿轮与铜绿')
  expect(sent).toEqual(['join Prj00001'])
  await screen.findByRole('heading', { name: '这一类没有未读通知' })
})

test('all are marked up to where the list stood, and one that was removed comes back', async () => {
  const user = userEvent.setup()
  await renderRoute('/dashboard/notifications')
  await screen.findByText('发布了 2 个新版本', { exact: false })
  await user.click(screen.getAllByRole('button', { name: '移除' })[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: '移除' })).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: '全部标为已读' }))
  await screen.findByRole('heading', { name: '没有未读通知' })
  expect(sent).toEqual(['{"up_to":500}'])
  await bell('通知')
})

test('news rings at once', async () => {
  const live = fakeLive()
  inbox = []
  await renderRoute('/dashboard/notifications/history')
  await bell('通知')
  await waitFor(() => expect(live.streams()).toBe(1))
  inbox = [note(150, {})]
  live.moved('inbox', 150)
  await bell('通知，1 条未读')
})

test('a failure says what happened and can be tried again', async () => {
  const user = userEvent.setup()
  server.use(
    http.get(
      '/_internal/notifications',
      () => HttpResponse.json({ error: 'internal', description: '服务器内部错误，请稍后再试' }, { status: 500 }),
      { once: true },
    ),
  )
  server.use(
    http.get(
      '/_internal/notifications',
      ({ request }) =>
        request.url.includes('unread')
          ? HttpResponse.json({ error: 'unavailable', description: '暂时不可用' }, { status: 400 })
          : undefined,
      { once: true },
    ),
  )
  await renderRoute('/dashboard/notifications')
  const alert = await screen.findByRole('alert')
  await user.click(within(alert).getByRole('button', { name: /重试|再试/ }))
  await screen.findByText('发布了 2 个新版本', { exact: false })
})

test('what another area tells of is shown in the words of the server', async () => {
  inbox = [note(110, { type: 'other', version: null, title: '有人认领了资源', text: '请核实。', link: '/moderation/claims' })]
  await renderRoute('/dashboard/notifications')
  await screen.findByText('请核实。')
  expect(screen.getByRole('link', { name: '有人认领了资源' }).getAttribute('href')).toBe('/moderation/claims')
})
