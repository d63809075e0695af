import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MemberRole, ServerMember } from '@/lib/hosting/members'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderPart } from '@/testing/render-part'
import { server as api } from '@/testing/server'
import { hosted } from '@/testing/servers'
import { ago } from '@/testing/time'
import { useToasts } from '@/stores/toasts'
import { ServerInvitations, ServerMembers } from '.'
import { leftOf } from './model'

const one = (id: string, name: string, role: MemberRole, state: ServerMember['state'], hours = 72): ServerMember => ({
  user: { id, username: name, avatar_url: null },
  role,
  state,
  since: ago(hours),
})

const VIEWER_RIGHTS = 1
let list: ServerMember[]
let sent: unknown[]

const refusing = (status: number, description: string, field?: string) =>
  HttpResponse.json({ error: 'refused', description, ...(field ? { field } : {}) }, { status })

beforeEach(() => {
  sent = []
  list = [
    one(me.id, me.username, 'owner', 'owner', 24 * 30),
    one('Usr00002', 'acheng', 'editor', 'joined'),
    one('Usr00003', 'verdi', 'viewer', 'invited', 30),
  ]
  api.use(
    answer('GET', '/v3/server/{id}/members', () => ({ members: list })),
    http.get('/v3/suggest', () => HttpResponse.json({ authors: [] })),
    http.all('/v3/server/:id/*', async ({ request }) => {
      const { method, url } = request
      if (method === 'GET') return undefined
      const text = await request.text()
      sent.push([method, new URL(url).pathname, ...(text ? [JSON.parse(text) as unknown] : [])])
      return new HttpResponse(null, { status: 204 })
    }),
  )
})
afterEach(() => useToasts.setState({ toasts: [] }))

const at = '/v3/server/Srv00001'
const show = (over: Parameters<typeof hosted>[0] = {}) => renderPart(() => <ServerMembers server={hosted(over)} />)
const row = (name: RegExp) => screen.findByRole('row', { name })
const toasts = () => useToasts.getState().toasts.map(({ title }) => title)
async function choose(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `对 ${name} 的操作` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('dialog')
}

test('each member stands with a link, its role, its state and since when, and the roles are explained', async () => {
  await show()
  const owner = await row(/banmei/)
  expect(within(owner).getByRole('link', { name: 'banmei' }).getAttribute('href')).toBe('/user/banmei')
  expect(owner.textContent).toContain('你')
  expect((await row(/acheng/)).textContent).toContain('已加入')
  expect((await row(/verdi/)).textContent).toContain('已邀请还剩 12 天')
  screen.getByText('2 / 20')
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['所有者', '管理者', '旁观者'])
  expect(within(owner).queryByRole('button')).toBeNull()
})

test('an invitation holds for 14 days, and its last hours are said in words', () => {
  const since = '2026-01-01T00:00:00Z'
  expect(leftOf(since, Date.parse('2026-01-01T00:00:00Z'))).toBe('还剩 14 天')
  expect(leftOf(since, Date.parse('2026-01-13T12:00:00Z'))).toBe('还剩 1 天')
  expect(leftOf(since, Date.parse('2026-01-14T12:00:00Z'))).toBe('还剩不到 1 天')
})

test('who is alone reads how to share the server', async () => {
  list = list.slice(0, 1)
  await show()
  await screen.findByText('还没有其他成员')
})

test('an account is invited by name with a role, and the list follows', async () => {
  await show()
  await row(/acheng/)
  await userEvent.type(screen.getByRole('combobox', { name: '用户名' }), ' linlin ')
  await userEvent.click(screen.getByRole('combobox', { name: '角色' }))
  await userEvent.click(await screen.findByRole('option', { name: '旁观者' }))
  list = [...list, one('Usr00004', 'linlin', 'viewer', 'invited', 0)]
  await userEvent.click(screen.getByRole('button', { name: '邀请' }))
  await row(/linlin/)
  expect(sent).toEqual([['POST', `${at}/members`, { account: 'linlin', role: 'viewer' }]])
  expect(toasts()).toContain('已发出邀请')
})

test('a name that does not exist is refused at its field, and an empty one is not sent', async () => {
  api.use(answer('POST', '/v3/server/{id}/members', () => refusing(400, '没有这个用户。', 'account')))
  await show()
  const field = await screen.findByRole('combobox', { name: '用户名' })
  await userEvent.click(screen.getByRole('button', { name: '邀请' }))
  await screen.findByText('请填写用户名。')
  await userEvent.type(field, 'nobody')
  await userEvent.click(screen.getByRole('button', { name: '邀请' }))
  const error = await screen.findByText('没有这个用户。')
  expect(field.getAttribute('aria-describedby')).toBe(error.id)
  expect(sent).toEqual([])
})

test('with 20 members and invitations nobody else is invited', async () => {
  list = [...list.slice(0, 1), ...Array.from({ length: 20 }, (_, n) => one(`Usr001${n}`, `p${n}`, 'viewer', 'joined'))]
  await show()
  await screen.findByText('除所有者外最多 20 名成员与受邀者。')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '邀请' }).disabled).toBe(true)
})

test('a role is changed in its row; a refusal reaches the person', async () => {
  await show()
  await userEvent.click(await screen.findByRole('combobox', { name: 'acheng 的角色' }))
  await userEvent.click(await screen.findByRole('option', { name: '旁观者' }))
  await waitFor(() => expect(toasts()).toContain('角色已更改'))
  expect(sent).toEqual([['PATCH', `${at}/members/Usr00002`, { role: 'viewer' }]])
  api.use(answer('PATCH', '/v3/server/{id}/members/{member}', () => refusing(404, '没有这个成员。')))
  await userEvent.click(await screen.findByRole('combobox', { name: 'acheng 的角色' }))
  await userEvent.click(await screen.findByRole('option', { name: '旁观者' }))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('没有这个成员。'))
})

test('a member is removed and an invitation withdrawn after a confirmation', async () => {
  await show()
  let dialog = await choose('acheng', '移除')
  within(dialog).getByText(/立刻失去权限/)
  list = list.filter(({ user }) => user?.username !== 'acheng')
  await userEvent.click(within(dialog).getByRole('button', { name: '移除' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /acheng/ })).toBeNull())
  expect(toasts()).toContain('成员已移除')
  dialog = await choose('verdi', '撤回邀请')
  await userEvent.click(within(dialog).getByRole('button', { name: '撤回邀请' }))
  await waitFor(() => expect(toasts()).toContain('邀请已撤回'))
  expect(sent).toEqual([
    ['DELETE', `${at}/members/Usr00002`],
    ['DELETE', `${at}/members/Usr00003`],
  ])
})

test('a server is handed over to one who has joined, after the name was typed', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '对 verdi 的操作' }))
  await screen.findByRole('menuitem', { name: '撤回邀请' })
  expect(screen.queryByRole('menuitem', { name: '移交所有权' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  const dialog = await choose('acheng', '移交所有权')
  within(dialog).getByText(/你成为管理者/)
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: '移交所有权' })
  expect(send.disabled).toBe(true)
  await userEvent.type(within(dialog).getByRole('textbox'), 'acheng')
  await userEvent.click(send)
  await waitFor(() => expect(toasts()).toContain('所有权已移交'))
  expect(sent).toEqual([['POST', `${at}/owner`, { account: 'Usr00002' }]])
})

test('who may not manage members reads why, and can leave', async () => {
  list = [
    one('Usr00009', 'lin', 'owner', 'owner'),
    one(me.id, me.username, 'viewer', 'joined'),
    one('Usr00002', 'acheng', 'editor', 'joined'),
  ]
  const { router } = await show({ current_user_permissions: VIEWER_RIGHTS })
  await screen.findByText('你只能查看成员')
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: '用户名' })
  expect(field.disabled).toBe(true)
  expect((await row(/acheng/)).textContent).toContain('管理者')
  expect(screen.queryByRole('combobox', { name: /的角色/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '对 acheng 的操作' })).toBeNull()
  const dialog = await choose(me.username, '退出服务器')
  await userEvent.click(within(dialog).getByRole('button', { name: '退出服务器' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/servers/manage'))
  expect(sent).toEqual([['DELETE', `${at}/members/${me.id}`]])
})

test('an administrator who is no member hands over between others', async () => {
  list = [one('Usr00009', 'lin', 'owner', 'owner'), one('Usr00002', 'acheng', 'editor', 'joined')]
  await show()
  within(await choose('acheng', '移交所有权')).getByText(/原来的所有者成为管理者/)
})

test('members of a deleted server are only looked at', async () => {
  await show({ deleted: ago(2) })
  await row(/acheng/)
  expect(screen.getAllByText('服务器已删除，恢复后才能管理成员。').length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /的操作/ })).toBeNull()
})

test('an erased account has a row without a link', async () => {
  list = [...list, { ...one('x', 'x', 'viewer', 'joined'), user: null }]
  await show()
  expect(within(await row(/已注销的账户/)).queryByRole('link')).toBeNull()
})

test('members that do not load are asked for again', async () => {
  let broken = true
  api.use(answer('GET', '/v3/server/{id}/members', () => (broken ? refusing(404, '服务器不存在。') : { members: list })))
  await show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('服务器不存在。')
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await row(/acheng/)
})

const invitation = {
  server: 'Srv00007',
  name: '晨雾谷',
  inviter: { id: 'Usr00009', username: 'lin', avatar_url: null },
  role: 'editor' as const,
  since: ago(2),
  until: ago(-24 * 13),
}

test('an invitation says who asks, for what and until when; it is accepted or declined', async () => {
  let invitations = [invitation, { ...invitation, server: 'Srv00008', name: '矿坑', inviter: null }]
  api.use(answer('GET', '/_internal/server-invitations', () => ({ invitations })))
  await renderPart(ServerInvitations)
  await screen.findByText('lin 邀请你加入服务器「晨雾谷」，角色是管理者。')
  screen.getByText('管理员邀请你加入服务器「矿坑」，角色是管理者。')
  expect(screen.getAllByText(/前有效/)).toHaveLength(2)
  invitations = invitations.slice(1)
  await userEvent.click(screen.getByRole('button', { name: '接受「晨雾谷」的邀请' }))
  await waitFor(() => expect(screen.queryByText(/晨雾谷/)).toBeNull())
  expect(toasts()).toContain('已加入服务器')
  invitations = []
  await userEvent.click(screen.getByRole('button', { name: '谢绝「矿坑」的邀请' }))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(toasts()).toContain('已谢绝邀请')
  expect(sent).toEqual([
    ['POST', '/v3/server/Srv00007/join'],
    ['DELETE', `/v3/server/Srv00008/members/${me.id}`],
  ])
})

test('without an invitation nothing is shown, and a failure can be repeated', async () => {
  let broken = true
  const asked: boolean[] = []
  api.use(
    answer('GET', '/_internal/server-invitations', () => {
      asked.push(broken)
      return broken ? refusing(403, '不行。') : { invitations: [] }
    }),
  )
  await renderPart(ServerInvitations)
  await screen.findByText('服务器的邀请没有加载出来。')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(screen.queryByText('服务器的邀请没有加载出来。')).toBeNull())
  expect(asked).toEqual([true, false])
})
