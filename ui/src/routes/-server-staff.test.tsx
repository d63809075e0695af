import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askReasonsWith } from '@/lib/api/reason'
import type { Server } from '@/lib/hosting/servers'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server as api } from '@/testing/server'
import { hosted, hostNode, listOf } from '@/testing/servers'

let servers: Server[]
let nodes: ReturnType<typeof hostNode>[]
let sent: unknown[]
let refusal: Response | undefined

const take = async ({ request }: { request: Request }) => {
  sent.push([new URL(request.url).pathname, await request.json().catch(() => undefined)])
  return refusal?.clone() ?? undefined
}

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  servers = [hosted()]
  nodes = [hostNode()]
  sent = []
  refusal = undefined
  askReasonsWith(() => Promise.resolve({ code: 'rules', text: '说明' }))
  api.use(
    http.get('/v2/user', () => HttpResponse.json({ ...me, role: 'admin' })),
    http.get('/_internal/servers', () => HttpResponse.json(listOf(...servers))),
    http.get('/_internal/nodes', () => HttpResponse.json({ nodes })),
    http.get('/v3/suggest', () =>
      HttpResponse.json({ projects: [], authors: [{ kind: 'user', name: 'Verdi', slug: 'verdi', icon_url: null }] }),
    ),
    http.post('/v3/server', async (asked) => (await take(asked)) ?? HttpResponse.json({ id: 'Srv00009', port: 25_570 })),
    http.post('/v3/server/:id/:part', async (asked) => (await take(asked)) ?? new HttpResponse(null, { status: 204 })),
    http.post('/hosting/modyard/v0/servers/:id/suspend', async (asked) => (await take(asked)) ?? new HttpResponse(null, { status: 204 })),
    http.post('/v3/node', async (asked) => (await take(asked)) ?? HttpResponse.json({ id: 'Node0002', code: 'Node0002-abc' })),
    http.post('/v3/node/:id/code', async (asked) => (await take(asked)) ?? HttpResponse.json({ id: 'Node0001', code: 'Node0001-new' })),
    http.post('/v3/node/:id/retire', async (asked) => (await take(asked)) ?? new HttpResponse(null, { status: 204 })),
  )
})
afterEach(() => {
  askReasonsWith(undefined)
  vi.restoreAllMocks()
})

test.each(['/moderation/servers', '/moderation/nodes'])('%s is for administrators', async (path) => {
  api.use(http.get('/v2/user', () => HttpResponse.json({ ...me, role: 'moderator' })))
  await renderRoute(path)
  await screen.findByText('只有管理员可以管理服务器和节点。')
  expect(screen.queryByRole('link', { name: '节点' })).toBeNull()
})

const menu = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: /^管理 / }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('a server is suspended by its kind and a reason, and set free', async () => {
  await renderRoute('/moderation/servers')
  screen.getByRole('link', { name: '节点' })
  await menu('暂停')
  const dialog = await screen.findByRole('dialog', { name: '暂停 晨雾谷' })
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: '类别' }), 'paymentfailed')
  servers = [hosted({ suspended: true, status: 'suspended', suspension_reason: 'paymentfailed' })]
  await userEvent.click(within(dialog).getByRole('button', { name: '暂停' }))
  await screen.findByText('已暂停服务器')
  await menu('解除暂停')
  await screen.findByText('已解除暂停')
  const reason = { code: 'rules', text: '说明' }
  expect(sent).toEqual([
    ['/hosting/modyard/v0/servers/Srv00001/suspend', { suspended: true, suspension_reason: 'paymentfailed', reason }],
    ['/hosting/modyard/v0/servers/Srv00001/suspend', { suspended: false, reason }],
  ])
})

test('a server is deleted after a question, and brought back', async () => {
  await renderRoute('/moderation/servers')
  await menu('删除')
  const dialog = await screen.findByRole('dialog', { name: '删除 晨雾谷？' })
  servers = [hosted({ deleted: new Date().toISOString() })]
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
  await screen.findByText('已删除')
  await menu('恢复')
  await screen.findByText('已恢复服务器')
  expect(sent.map((one) => (one as [string])[0])).toEqual(['/v3/server/Srv00001/delete', '/v3/server/Srv00001/return'])
})

test('a server is provisioned, and an error stands at its field', async () => {
  await renderRoute('/moderation/servers')
  const open = await screen.findByRole('button', { name: '开通服务器' })
  await waitFor(() => expect(open).toMatchObject({ disabled: false }))
  await userEvent.click(open)
  const dialog = await screen.findByRole('dialog', { name: '开通服务器' })
  await userEvent.click(within(dialog).getByRole('button', { name: '开通' }))
  await within(dialog).findByText('请填写主人。')
  await userEvent.type(within(dialog).getByRole('combobox', { name: /主人/ }), 'ver')
  await waitFor(() => expect(dialog.querySelector('datalist option')?.getAttribute('value')).toBe('verdi'))
  await userEvent.type(within(dialog).getByRole('textbox', { name: /名称/ }), '周末小镇')
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: '套餐' }), 'own')
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: '软件' }), 'jar')
  await userEvent.type(within(dialog).getByRole('textbox', { name: '加载器' }), 'Paper')
  refusal = HttpResponse.json(
    { error: 'invalid_input', description: '内存须为 256 至 262144 MiB。', field: 'plan.memory_mib' },
    { status: 400 },
  )
  await userEvent.click(within(dialog).getByRole('button', { name: '开通' }))
  await within(dialog).findByText('内存须为 256 至 262144 MiB。')
  expect(within(dialog).getByRole('textbox', { name: /内存/ }).getAttribute('aria-invalid')).toBe('true')
  refusal = undefined
  await userEvent.click(within(dialog).getByRole('button', { name: '开通' }))
  await screen.findByText('已开通服务器')
  expect(sent.at(-1)).toEqual([
    '/v3/server',
    {
      owner: 'ver',
      name: '周末小镇',
      node: 'Node0001',
      plan: { memory_mib: 4096, cpu_percent: 200, disk_mib: 20_480 },
      software: { kind: 'jar', loader: 'Paper' },
    },
  ])
})

test('without a node no server can be provisioned, and the page says so', async () => {
  nodes = [hostNode({ joined: null, connected: false })]
  servers = []
  await renderRoute('/moderation/servers')
  await screen.findByText(/还没有可用的节点/, { selector: '*:not(button)' })
  expect(screen.getByRole('button', { name: '开通服务器' })).toMatchObject({ disabled: true })
})

test('nodes show what they are and what they do not limit', async () => {
  nodes = [
    hostNode(),
    hostNode({ id: 'Node0002', name: '远山', connected: false, seen: new Date(Date.now() - 3_600_000).toISOString() }),
    hostNode({ id: 'Node0003', name: '新芽', joined: null, connected: false, host: null, seen: null, address: '', version: '' }),
    hostNode({ id: 'Node0004', name: '旧屋', retired: new Date().toISOString() }),
  ]
  await renderRoute('/moderation/nodes')
  const rows = within(await screen.findByRole('table', { name: '节点' })).getAllByRole('row')
  const texts = rows.slice(1).map((row) => row.textContent ?? '')
  for (const text of ['已连接', '版本 1.4.0', '隔离并限额', '不限制 网络', '25565 至 25664', '3 台，16.00 GiB'])
    expect(texts[0]).toContain(text)
  expect(texts[1]).toContain('离线最后联系 1 小时前')
  expect(texts[2]).toContain('等待加入加入码已过期')
  expect(texts[3]).toContain('已停用')
  expect(screen.queryByRole('button', { name: '管理 旧屋' })).toBeNull()
})

test('a new node shows its code and the two commands', async () => {
  nodes = []
  await renderRoute('/moderation/nodes')
  await screen.findByText('还没有节点')
  await userEvent.click(screen.getByRole('button', { name: '添加节点' }))
  const dialog = await screen.findByRole('dialog', { name: '添加节点' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: /名称/ }), '晨曦')
  await userEvent.click(within(dialog).getByRole('button', { name: '添加' }))
  const code = await screen.findByRole('dialog', { name: '加入码' })
  within(code).getByText(`modyard node join ${location.origin} Node0002-abc`)
  within(code).getByText('modyard node')
  expect(sent).toEqual([['/v3/node', { name: '晨曦', first_port: 25_565, last_port: 25_664 }]])
})

test('a node gets a new code, and is retired with a reason', async () => {
  await renderRoute('/moderation/nodes')
  await menu('生成新加入码')
  const code = await screen.findByRole('dialog', { name: '加入码' })
  within(code).getByText('Node0001-new')
  await userEvent.click(within(code).getByRole('button', { name: '完成' }))
  await menu('停用')
  await userEvent.click(within(await screen.findByRole('dialog', { name: '停用 晨曦？' })).getByRole('button', { name: '停用' }))
  await screen.findByText('已停用节点')
  expect(sent.at(-1)).toEqual(['/v3/node/Node0001/retire', { reason: { code: 'rules', text: '说明' } }])
})
