import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { network, type Allocation } from '@/lib/hosting/network'
import type { Server } from '@/lib/hosting/servers'
import { renderPart } from '@/testing/render-part'
import { server as api } from '@/testing/server'
import { hosted } from '@/testing/servers'
import { useToasts } from '@/stores/toasts'
import { ServerNetwork } from '.'
import { isSubdomain, lower, partsOf } from './model'
import { useSubdomainCheck } from './use-subdomain-check'

const base = '/hosting/modyard/v0'
const at = `${base}/servers/Srv00001`
const EDITOR_RIGHTS = 1 << 6
let ports: Allocation[]
let sent: unknown[]
let available: (name: string) => Response | Promise<Response>

const refusing = (status: number, error: string, description: string, field?: string) =>
  HttpResponse.json({ error, description, ...(field ? { field } : {}) }, { status })

beforeEach(() => {
  sent = []
  ports = [
    { port: 25_600, name: '语音' },
    { port: 25_601, name: '地图' },
  ]
  available = () => HttpResponse.json({ available: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api.use(
    http.get(`${at}/allocations`, () => HttpResponse.json(ports)),
    http.get(`${base}/subdomains/:name/isavailable`, ({ params }) => available(String(params.name))),
    http.post(`${at}/subdomain`, async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(`${at}/allocations`, ({ request }) => {
      const added = { port: 25_602, name: new URL(request.url).searchParams.get('name') ?? '' }
      ports = [...ports, added]
      sent.push(added.name, request.headers.has('Idempotency-Key'))
      return HttpResponse.json(added)
    }),
    http.put(`${at}/allocations/:port`, ({ request, params }) => {
      const name = new URL(request.url).searchParams.get('name') ?? ''
      ports = ports.map((one) => (String(one.port) === params.port ? { ...one, name } : one))
      sent.push(['PUT', params.port, name])
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(`${at}/allocations/:port`, ({ params }) => {
      ports = ports.filter(({ port }) => String(port) !== params.port)
      sent.push(['DELETE', params.port])
      return new HttpResponse(null, { status: 204 })
    }),
  )
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.restoreAllMocks()
})

const show = (over: Parameters<typeof hosted>[0] = {}) => renderPart(() => <ServerNetwork server={hosted(over)} />)
const toasts = () => useToasts.getState().toasts.map(({ title }) => title)
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '子域名' })
const write = (value: string) => fireEvent.change(field(), { target: { value } })
const save = () => within(screen.getByRole('region', { name: '地址' })).getByRole<HTMLButtonElement>('button', { name: '保存' })

test('a subdomain has 5 to 32 letters, digits and single hyphens', () => {
  for (const text of ['abcde', 'a1-b2-c3', '12345', 'x'.repeat(32)]) expect([text, isSubdomain(text)]).toEqual([text, true])
  for (const text of ['abcd', 'x'.repeat(33), '-abcd', 'abcd-', 'ab--cd', 'xn--abc', 'Abcde', '晨雾谷之家', 'a.bcd', 'ab cde', 'abcde\n'])
    expect([text, isSubdomain(text)]).toEqual([text, false])
  expect(partsOf('mist.modyard.example')).toEqual(['mist', '.modyard.example'])
  expect(partsOf('')).toEqual(['', ''])
})

test('letters are lowered where they stand', () => {
  const input = document.createElement('input')
  input.value = 'misTy'
  input.setSelectionRange(4, 4)
  lower(input)
  expect([input.value, input.selectionStart]).toEqual(['misty', 4])
})

test('the main address can be copied, the direct one too, and without a node it is said', async () => {
  const first = await show()
  screen.getByRole('button', { name: '复制地址 mist.modyard.example' })
  screen.getByRole('button', { name: '复制地址 127.0.0.1:25565' })
  first.unmount()
  const second = await show({ net: { ip: '::1', port: 25_565, domain: '', domain_state: null } })
  screen.getByRole('button', { name: '复制地址 [::1]:25565' })
  second.unmount()
  await show({ net: { ip: '', port: 25_565, domain: '', domain_state: null } })
  expect(screen.getAllByText('节点加入后才有地址').length).toBeGreaterThan(0)
})

test('it is said whether the DNS leads the subdomain to the server', async () => {
  const net = { ip: '127.0.0.1', port: 25_565, domain: 'mist.modyard.example' }
  for (const [state, said] of [
    ['pending', /正在写入解析/],
    ['held', /解析已生效/],
    ['failing', /还没有写入解析/],
  ] as const) {
    const page = await show({ net: { ...net, domain_state: state } })
    screen.getByText(said)
    page.unmount()
  }
})

test('a subdomain is lowered while it is typed, checked, and saved', async () => {
  await show()
  expect(save().disabled).toBe(true)
  screen.getByText('正在使用。')
  write('Mist-Valley')
  expect(field().value).toBe('mist-valley')
  screen.getByText('正在检查…')
  await screen.findByText('可以使用。')
  await userEvent.click(save())
  await waitFor(() => expect(toasts()).toContain('子域名已保存'))
  expect(sent).toEqual([{ subdomain: 'mist-valley' }])
})

test('a subdomain that is taken is said at the field and cannot be saved; one that is no subdomain is not asked for', async () => {
  const asked: string[] = []
  available = (name) => {
    asked.push(name)
    return HttpResponse.json({ available: false })
  }
  await show()
  write('ab')
  screen.getByText(/5–32 个小写字母/)
  write('mist-valley')
  const error = await screen.findByText('已被占用，换一个试试。')
  expect(field().getAttribute('aria-describedby')).toBe(error.id)
  expect(save().disabled).toBe(true)
  expect(asked).toEqual(['mist-valley'])
})

test('what an input method composes is not checked until it is the text', async () => {
  const asked: string[] = []
  available = (name) => {
    asked.push(name)
    return HttpResponse.json({ available: true })
  }
  await show()
  fireEvent.compositionStart(field())
  write('chenwu')
  expect(save().disabled).toBe(true)
  write('Chenwugu')
  fireEvent.compositionEnd(field())
  expect(field().value).toBe('chenwugu')
  await screen.findByText('可以使用。')
  expect(asked).toEqual(['chenwugu'])
})

test('where subdomains are not offered the sentence of the server stands at the field', async () => {
  available = () => refusing(409, 'conflict', '站点没有提供子域名。')
  await show()
  write('mist-valley')
  await screen.findByText('站点没有提供子域名。')
  expect(save().disabled).toBe(true)
})

test('a check that fails does not prevent saving, and what the server refuses then stands at the field', async () => {
  available = () => refusing(429, 'rate_limited', '操作过于频繁。')
  api.use(http.post(`${at}/subdomain`, () => refusing(409, 'conflict', '刚刚被别人占用。', 'subdomain')))
  await show()
  write('mist-valley')
  await screen.findByText('暂时无法检查，保存时会再检查。')
  await userEvent.click(save())
  const error = await screen.findByText('刚刚被别人占用。')
  expect(field().getAttribute('aria-describedby')).toBe(error.id)
})

test('a subdomain is asked for 400 ms after typing has stopped, and an answer about a former one is dropped', async () => {
  vi.useFakeTimers()
  try {
    const answers = new Map<string, (free: boolean) => void>()
    vi.spyOn(network, 'available').mockImplementation((name) => new Promise((resolve) => answers.set(name, resolve)))
    const client = new QueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
    const { result, rerender } = renderHook(({ text }) => useSubdomainCheck(text), { wrapper, initialProps: { text: '' } })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    rerender({ text: 'mist-v' })
    await pass(399)
    expect([...answers.keys()]).toEqual([])
    rerender({ text: 'mist-va' })
    await pass(399)
    expect([...answers.keys()]).toEqual([])
    await pass(1)
    expect([...answers.keys()]).toEqual(['mist-va'])
    rerender({ text: 'mist-val' })
    await pass(400)
    answers.get('mist-va')?.(false)
    await pass(0)
    expect(result.current).toEqual({ kind: 'checking' })
    answers.get('mist-val')?.(true)
    await pass(0)
    expect(result.current).toEqual({ kind: 'free' })
  } finally {
    vi.useRealTimers()
  }
})

test('ports stand with name and address; one is renamed in its place', async () => {
  await show()
  const row = await screen.findByRole('row', { name: /语音/ })
  within(row).getByRole('button', { name: '复制地址 mist.modyard.example:25600' })
  screen.getByText('2 / 5')
  await userEvent.click(within(row).getByRole('button', { name: '重命名「语音」' }))
  const name = await screen.findByRole('textbox', { name: '端口 25600 的名称' })
  await waitFor(() => expect(document.activeElement).toBe(name))
  await userEvent.clear(name)
  await userEvent.keyboard('{Enter}')
  await screen.findByText('名称须为 1 至 32 个字符。')
  expect(sent).toEqual([])
  await userEvent.type(name, '投票 & 语音{Enter}')
  await screen.findByRole('row', { name: /投票 & 语音/ })
  expect(sent).toEqual([['PUT', '25600', '投票 & 语音']])
})

test('Escape ends a renaming, but not while an input method composes', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '重命名「语音」' }))
  const name = await screen.findByRole('textbox', { name: '端口 25600 的名称' })
  fireEvent.keyDown(name, { key: 'Escape', isComposing: true })
  screen.getByRole('textbox', { name: '端口 25600 的名称' })
  fireEvent.keyDown(name, { key: 'Escape' })
  await screen.findByRole('button', { name: '重命名「语音」' })
})

test('a port is added under a name, and the list follows', async () => {
  await show()
  await userEvent.type(await screen.findByRole('textbox', { name: '新端口的名称' }), '投票')
  await userEvent.click(screen.getByRole('button', { name: '新增端口' }))
  await screen.findByRole('row', { name: /25602/ })
  expect(sent).toEqual(['投票', true])
  expect(useToasts.getState().toasts[0]?.text).toBe('端口 25602 在服务器重启后可以使用。')
})

test('a refused port says why', async () => {
  api.use(http.post(`${at}/allocations`, () => refusing(409, 'quota_allocations', '最多 5 个额外的端口。')))
  await show()
  await userEvent.type(await screen.findByRole('textbox', { name: '新端口的名称' }), '投票')
  await userEvent.click(screen.getByRole('button', { name: '新增端口' }))
  expect((await screen.findByRole('alert')).textContent).toBe('最多 5 个额外的端口。')
})

test('with five ports none is added', async () => {
  ports = Array.from({ length: 5 }, (_, n) => ({ port: 25_600 + n, name: `p${n}` }))
  await show()
  await screen.findByText('最多 5 个额外的端口，先释放一个才能新增。')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '新增端口' }).disabled).toBe(true)
})

test('a port is released after a confirmation that says that it rests', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '释放「地图」' }))
  const dialog = await screen.findByRole('dialog', { name: '释放端口 25601？' })
  within(dialog).getByText(/端口会休息 24 小时，之后才能再被使用。/)
  await userEvent.click(within(dialog).getByRole('button', { name: '释放端口' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /地图/ })).toBeNull())
  expect(sent).toEqual([['DELETE', '25601']])
  expect(toasts()).toContain('端口已释放')
})

test('a release that fails reaches the person', async () => {
  api.use(http.delete(`${at}/allocations/:port`, () => refusing(502, 'node_unreachable', '节点暂时无法连接。')))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '释放「地图」' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '释放端口' }))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('节点暂时无法连接。'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each<[string, Partial<Server>]>([
  ['更改网络需要所有者或管理者的角色。', { current_user_permissions: 511 & ~EDITOR_RIGHTS }],
  ['服务器已删除，不能更改网络。', { deleted: '2026-01-01T00:00:00Z' }],
])('what may not be changed is disabled and says why: %s', async (why, over) => {
  await show(over)
  await screen.findByText('你只能查看网络')
  expect(screen.getAllByText(why).length).toBeGreaterThan(0)
  const release = await screen.findByRole<HTMLButtonElement>('button', { name: '释放「语音」' })
  for (const control of [release, save(), field(), screen.getByRole<HTMLButtonElement>('button', { name: '新增端口' })])
    expect(control.disabled).toBe(true)
  expect(release.title).toBe(why)
})

test('without further ports it is said what they are for; ports that do not load are asked for again', async () => {
  let broken = true
  ports = []
  api.use(http.get(`${at}/allocations`, () => (broken ? refusing(405, 'x', '暂时不行。') : HttpResponse.json(ports))))
  await show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('暂时不行。')
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await screen.findByText('没有额外的端口')
  screen.getByText('0 / 5')
})

test('changes that the node has not applied are marked until it has', async () => {
  const { unmount } = await show({ pending: true })
  screen.getByText('待应用')
  screen.getByText(/端口的更改在服务器重启后生效/)
  unmount()
  await show()
  expect(screen.queryByText('待应用')).toBeNull()
})
