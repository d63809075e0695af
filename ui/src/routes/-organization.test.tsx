import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Member, Organization } from '@/lib/api/types'
import { organization as base } from '@/testing/organization'
import { unseen, user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const member = (id: string, over: Partial<Member> = {}): Member => ({
  team_id: base.id,
  user: { ...me, id, username: id, avatar_url: null },
  role: '成员',
  is_owner: false,
  accepted: true,
  permissions: 4,
  organization_permissions: 0,
  payouts_split: 0,
  ordering: 0,
  ...over,
})
const mine = (over: Partial<Member>): Member => member(me.id, { user: { ...me, avatar_url: null }, ...over })
const owner = member('owner', { is_owner: true, organization_permissions: 255, permissions: 2047 })

function given(members: Member[]): void {
  const organization: Organization = { ...base, members: members.map((one) => ({ ...one, user: { ...one.user, ...unseen } })) }
  server.use(
    http.get('/v3/organization/:id', () => HttpResponse.json(organization)),
    http.get('/_internal/organization/:id/page', () =>
      HttpResponse.json({ ...organization, counts: { projects: 0, downloads: 0, followers: 0, types: {} } }),
    ),
  )
}

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  server.use(http.get('/v2/user', () => HttpResponse.json(me)))
})

test('who is asked to join says yes on the page', async () => {
  given([owner, mine({ accepted: false, role: '翻译' })])
  let joined = false
  server.use(http.post(`/v3/organization/${base.id}/join`, () => ((joined = true), new HttpResponse(null, { status: 204 }))))
  await renderRoute('/organization/verdigris')
  await screen.findByText(/以「翻译」的身份加入团队/)
  expect(screen.queryByRole('link', { name: '团队设置' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '接受' }))
  await waitFor(() => expect(joined).toBe(true))
})

test('settings are for members, and show each what he may do', async () => {
  given([owner])
  const first = await renderRoute('/organization/verdigris/settings/members')
  await screen.findByText('只有团队成员可以查看设置。')
  first.unmount()
  given([owner, mine({ organization_permissions: 8 })])
  await renderRoute('/organization/verdigris/settings/members')
  await screen.findByRole('heading', { level: 2, name: '成员' })
  expect(screen.queryByRole('button', { name: '邀请' })).toBeNull()
  const own = screen.getByText('你').closest('li')
  if (!own) throw new Error('one is not in the list')
  const boxes = within(within(own).getByRole('group', { name: '在团队中', hidden: true })).getAllByRole('checkbox', {
    hidden: true,
  }) as HTMLInputElement[]
  expect(boxes.map((box) => box.disabled)).toEqual([true, true, true, false, true, true, true, true])
})

test('an organisation is made with a link that nobody has', async () => {
  server.use(http.get('/v3/user/:id/organizations', () => HttpResponse.json([])))
  let made: unknown
  server.use(
    http.post('/v3/organization', async ({ request }) => ((made = await request.json()), HttpResponse.json({ ...base, slug: 'lamps' }))),
  )
  await renderRoute('/dashboard/organizations')
  await userEvent.click((await screen.findAllByRole('button', { name: '新建团队' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: '创建' }))
  expect(within(dialog).getAllByRole('alert').length).toBe(3)
  await userEvent.type(within(dialog).getByLabelText(/名称/), '提灯社')
  await userEvent.clear(within(dialog).getByLabelText(/链接/))
  await userEvent.type(within(dialog).getByLabelText(/链接/), 'verdigris')
  await within(dialog).findByText('这个链接已被占用。')
  await userEvent.clear(within(dialog).getByLabelText(/链接/))
  await userEvent.type(within(dialog).getByLabelText(/链接/), 'lamps')
  await userEvent.type(within(dialog).getByLabelText(/简介/), '一起做灯。')
  await within(dialog).findByText('可以使用。')
  await userEvent.click(within(dialog).getByRole('button', { name: '创建' }))
  await waitFor(() => expect(made).toEqual({ name: '提灯社', slug: 'lamps', description: '一起做灯。' }))
})

test('a team may be reported by outsiders, not by its members', async () => {
  const user = userEvent.setup()
  given([owner])
  const shown = await renderRoute('/organization/verdigris')
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  expect((await screen.findByRole('menuitem', { name: '举报' })).getAttribute('href')).toBe(
    `/report?itemType=organization&itemId=${base.id}`,
  )
  shown.unmount()
  given([owner, mine({})])
  await renderRoute('/organization/verdigris')
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  expect(await screen.findByRole('menuitem', { name: '复制 ID' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: '举报' })).toBeNull()
})

test('a weight is changed from a day on, and each sees the part that it gives', async () => {
  given([member('owner', { is_owner: true, payouts_split: 80 }), mine({ organization_permissions: 8, payouts_split: 20 })])
  let sent: unknown
  server.use(
    http.patch(`/v2/team/${base.id}/members/owner`, async ({ request }) => {
      sent = await request.json()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await renderRoute('/organization/verdigris/settings/members')
  const list = within(await screen.findByRole('region', { name: '成员' }))
  expect(list.getByText('收益 80%')).toBeTruthy()
  expect(list.getByText('收益 20%')).toBeTruthy()
  expect(list.getByText(/已经过去的日子按当天生效的权重分配，之后不再改变。/)).toBeTruthy()
  const [row] = list.getAllByRole('listitem')
  if (!row) throw new Error('no member')
  const weight = within(row).getByLabelText('收益权重')
  const from = within(row).getByLabelText('权重生效日期')
  expect(from).toHaveProperty('disabled', true)
  await userEvent.clear(weight)
  await userEvent.type(weight, '60')
  const day = `${new Date().getUTCFullYear() + 1}-01-02`
  await userEvent.type(from, day)
  await userEvent.click(within(row).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toEqual({ payouts_split: 60, payouts_effective: day }))
})
