import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Delivery, Webhook } from '@/features/webhook/api'
import { stateOf } from '@/features/webhook/model'
import type { Member } from '@/lib/api/types'
import { organization as base } from '@/testing/organization'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const page = `/organization/${base.slug}/settings/webhooks`
const api = `/v3/organization/${base.slug}/webhooks`
const webhook: Webhook = {
  id: 'Hook0001',
  host: 'hooks.example.org',
  kinds: ['version.created'],
  enabled: true,
  cause: null,
  added: '2026-05-01T00:00:00Z',
  former_until: null,
  failing_since: null,
  retry_at: null,
  last: null,
}
const delivery: Delivery = {
  id: 'd1',
  change: 'c1',
  kind: 'version.created',
  object: { type: 'version', id: 'Version1' },
  state: 'failed',
  made: '2026-05-02T00:00:00Z',
  attempts: 3,
  tried: '2026-05-02T01:00:00Z',
  next_at: null,
  status: 500,
  took_ms: 12,
  answer: 'out of order',
  error: 'status',
}

let webhooks: Webhook[]

function given(rights: number): void {
  const mine: Member = {
    team_id: base.id,
    user: { ...me, avatar_url: null },
    role: '成员',
    is_owner: false,
    accepted: true,
    permissions: 0,
    organization_permissions: rights,
    payouts_split: 0,
    ordering: 0,
  }
  server.use(
    http.get('/v3/organization/:id', () => HttpResponse.json({ ...base, members: [mine] })),
    http.get(api, () => HttpResponse.json({ webhooks, kinds: ['version.created', 'project.updated', 'organization.updated'] })),
    http.get(`${api}/:webhook/deliveries`, () => HttpResponse.json({ deliveries: [delivery], next: null })),
  )
}

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  webhooks = []
  server.use(http.get('/v2/user', () => HttpResponse.json(me)))
})

test('who may not edit the details sees no webhooks', async () => {
  given(8)
  await renderRoute(page)
  await screen.findByText('只有可以编辑信息的成员能管理 Webhook。')
})

test('a webhook is added, and its secret is shown once', async () => {
  given(1)
  let sent: unknown
  server.use(
    http.post(api, async ({ request }) => {
      sent = await request.json()
      webhooks = [webhook]
      return HttpResponse.json({ id: webhook.id, secret: 'whs_once' })
    }),
  )
  await renderRoute(page)
  await screen.findByText('还没有 Webhook')
  await userEvent.click(screen.getByRole('button', { name: '添加 Webhook' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: '发布新版本' }))
  await userEvent.click(within(dialog).getByRole('checkbox', { name: '项目信息变更' }))
  await userEvent.click(within(dialog).getByRole('button', { name: '添加 Webhook' }))
  await within(dialog).findByText('请填写以 https:// 开头的完整地址。')
  await within(dialog).findByText('请至少选择一种变更。')
  await userEvent.type(within(dialog).getByRole('textbox', { name: '接收地址' }), 'https://hooks.example.org/x')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: '发布新版本' }))
  await userEvent.click(within(dialog).getByRole('button', { name: '添加 Webhook' }))
  await screen.findByText('whs_once')
  expect(sent).toEqual({ url: 'https://hooks.example.org/x', kinds: ['version.created'] })
  await userEvent.click(screen.getByRole('button', { name: '完成' }))
  await screen.findByText('hooks.example.org')
  expect(screen.queryByText('whs_once')).toBeNull()
})

test('an address that the server refuses is shown at its field', async () => {
  given(1)
  server.use(
    http.post(api, () =>
      HttpResponse.json({ error: 'invalid_input', description: '接收地址须可从公共互联网访问。', field: 'url' }, { status: 400 }),
    ),
  )
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '添加 Webhook' }))
  const dialog = await screen.findByRole('dialog')
  const url = within(dialog).getByRole('textbox', { name: '接收地址' })
  await userEvent.type(url, 'https://10.0.0.1/')
  await userEvent.click(within(dialog).getByRole('button', { name: '添加 Webhook' }))
  await within(dialog).findByText('接收地址须可从公共互联网访问。')
  expect(url.getAttribute('aria-invalid')).toBe('true')
})

test('the log shows an answer and sends a delivery again', async () => {
  given(1)
  webhooks = [{ ...webhook, last: { kind: 'version.created', state: 'failed', tried: delivery.tried ?? '', status: 500 } }]
  let again = ''
  server.use(
    http.post(`${api}/:webhook/deliveries/:delivery/again`, ({ params }) => {
      again = String(params.delivery)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '投递记录' }))
  const log = await screen.findByRole('region', { name: '投递记录 hooks.example.org' })
  await within(log).findByText('HTTP 500')
  within(log).getByText('接收方返回了错误')
  within(log).getByText('out of order')
  await userEvent.click(within(log).getByRole('button', { name: '重新投递' }))
  await waitFor(() => expect(again).toBe('d1'))
})

test('a disabled webhook says why, sends no test and is enabled from its menu', async () => {
  given(1)
  webhooks = [{ ...webhook, enabled: false, cause: 'gone' }]
  let sent: unknown
  server.use(
    http.patch(`${api}/:webhook`, async ({ request }) => {
      sent = await request.json()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await renderRoute(page)
  await screen.findByText('接收方返回 410，表示地址已不存在，因此停用。')
  expect(screen.getByRole('button', { name: '发送测试' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: '更多操作' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '启用' }))
  await waitFor(() => expect(sent).toEqual({ enabled: true }))
})

test('removing asks first', async () => {
  given(1)
  webhooks = [webhook]
  let removed = false
  server.use(http.delete(`${api}/:webhook`, () => ((removed = true), (webhooks = []), new HttpResponse(null, { status: 204 }))))
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '更多操作' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '移除' }))
  const dialog = await screen.findByRole('dialog', { name: '移除 hooks.example.org 的 Webhook？' })
  expect(removed).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: '移除' }))
  await screen.findByText('还没有 Webhook')
  expect(removed).toBe(true)
})

test('a list that cannot be read can be requested again', async () => {
  given(1)
  server.use(http.get(api, () => HttpResponse.json({ error: 'internal_error', description: '出错了' }, { status: 500 })))
  await renderRoute(page)
  await screen.findByText('出错了', {}, { timeout: 5_000 })
  screen.getByRole('button', { name: '重试' })
})

test('the state is the newest reason for concern', () => {
  const last = { kind: 'x', state: 'done', tried: '2026-05-02T00:00:00Z', status: 200 } as const
  expect(stateOf(webhook)).toBe('new')
  expect(stateOf({ ...webhook, last })).toBe('ok')
  expect(stateOf({ ...webhook, last, failing_since: last.tried })).toBe('failing')
  expect(stateOf({ ...webhook, last, failing_since: last.tried, retry_at: last.tried })).toBe('resting')
  expect(stateOf({ ...webhook, last, retry_at: last.tried, enabled: false })).toBe('off')
})
