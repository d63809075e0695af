import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPosition, minPosition } from '@/lib/api/position'
import { server } from '@/testing/server'
import { ask, change, createHosting } from './client'
import { download, pngOf, serverIcon } from './files'
import { installs } from './installs'
import { endOf, NodeSession } from './node-session'
import type { HostingRequest, NodeAuth, Setup } from './request'
import { servers } from './servers'

const base = '/hosting/modyard/v0'
const path = `${base}/servers/srv1`
const get: HostingRequest = { method: 'GET', path: 'servers/srv1' }
const post: HostingRequest = { method: 'POST', path: 'servers/srv1/power', body: { action: 'Start' } }

let waits: number[]
const client = (over: Partial<Setup> = {}) =>
  createHosting({
    session: () => ({}),
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    ...over,
  })
const failing = (request: Promise<unknown>) =>
  request.then(
    () => expect.unreachable('the request succeeded'),
    (error: unknown) => error,
  )

beforeEach(() => {
  waits = []
  forgetPosition()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('§8 no session token: 10000, and nothing is sent', async () => {
  const error = await failing(ask(get, client({ session: () => undefined })))
  expect(error).toMatchObject({ status: 10_000, message: '[MODYARD SERVERS] 未登录，无法执行主机请求' })
})

test('§8 no base URL: 10001, and nothing is sent', async () => {
  const error = await failing(ask(get, client({ base: '' })))
  expect(error).toMatchObject({ status: 10_001, message: expect.stringContaining('环境变量 MODYARD_HOSTING_URL') as string })
})

test.each([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
])('§8 status %i: %s', async (status, text) => {
  server.use(http.post(`${path}/power`, () => new HttpResponse(null, { status })))
  expect(await failing(ask(post, client()))).toMatchObject({ status, message: `[MODYARD SERVERS] ${status} ${text}` })
})

test('§8 any other status: its number and its text', async () => {
  server.use(http.post(`${path}/power`, () => new HttpResponse(null, { status: 418, statusText: 'Short And Stout' })))
  expect(await failing(ask(post, client()))).toMatchObject({ message: '[MODYARD SERVERS] 418 HTTP Error: 418 Short And Stout' })
})

test('§8 any other status without a text: Unknown error', async () => {
  server.use(http.post(`${path}/power`, () => new HttpResponse(null, { status: 499, statusText: '' })))
  expect(await failing(ask(post, client()))).toMatchObject({ message: '[MODYARD SERVERS] 499 HTTP Error: 499 Unknown error' })
})

test('§8 a failure without a status is an unexpected one', async () => {
  server.use(http.post(`${path}/power`, () => HttpResponse.error()))
  expect(await failing(ask(post, client()))).toMatchObject({ status: 0, message: '[MODYARD SERVERS] 请求过程中发生意外错误' })
})

test('§8 a modpack file that is not taken: native fetch err status', async () => {
  server.use(
    http.get(`${path}/reinstallFromMrpack`, () => HttpResponse.json({ url: 'node.example/up', token: 't' })),
    http.post('https://node.example/up/reinstallMrpackMultiparted', () => new HttpResponse(null, { status: 507 })),
  )
  const error = await failing(installs.upload('srv1', new File(['x'], 'a.mrpack'), false, {}, client()))
  expect(error).toMatchObject({ message: 'native fetch err status: 507' })
})

test('§2 neoforge in any case is sent as NeoForge, and a repeated command has its key', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(`${path}/reinstall`, async ({ request }) => {
      sent.push(new URL(request.url).search, request.headers.get('Idempotency-Key'), await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  document.cookie = 'modyard_csrf=x; path=/'
  await installs.reinstall('srv1', { loader: 'neoForge', loader_version: '21.1.90', game_version: '1.21.1' }, true, 'key-1')
  expect(sent).toEqual(['?hard=true', 'key-1', { loader: 'NeoForge', loader_version: '21.1.90', game_version: '1.21.1' }])
})

test('the upload of a modpack ends when it is told to, before and while it is sent', async () => {
  const stop = new AbortController()
  const uploads: string[] = []
  server.use(
    http.get(`${path}/reinstallFromMrpack`, () => HttpResponse.json({ url: 'node.example/up', token: 't' })),
    http.post('https://node.example/up/reinstallMrpackMultiparted', ({ request }) => {
      uploads.push(`${new URL(request.url).search} ${request.headers.get('Authorization')}`)
      stop.abort()
      return new Promise<never>(() => undefined)
    }),
  )
  const send = () => failing(installs.upload('srv1', new File(['x'], 'a.mrpack'), true, { signal: stop.signal }, client()))
  expect(await send()).toMatchObject({ name: 'AbortError' })
  expect(await send()).toMatchObject({ name: 'AbortError' })
  expect(uploads).toEqual(['?hard=true Bearer t'])
})

test('§8 an icon that cannot be drawn: Canvas toBlob failed', async () => {
  expect(await failing(pngOf({ toBlob: (done) => done(null) }))).toMatchObject({ message: 'Canvas toBlob failed' })
})

test('§8 no icon: ignored and logged', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  server.use(http.get('https://node.example/fs/download', () => new HttpResponse(null, { status: 404 })))
  const node = new NodeSession(() => Promise.resolve({ url: 'node.example/fs', token: 't' }))
  expect(await serverIcon(node, client())).toBeUndefined()
  expect(log).toHaveBeenCalledWith('no server icon found')
})

test('§8 a failed change is logged and passed on', async () => {
  server.use(http.post(`${path}/power`, () => HttpResponse.json({ error: 'no_software', description: '没有软件。' }, { status: 409 })))
  const error = await failing(change(post, client()))
  expect(error).toMatchObject({ code: 'no_software', description: '没有软件。' })
  expect(console.error).toHaveBeenCalledWith('[MODYARD SERVERS] 409 HTTP Error: 409 Conflict')
})

test('a GET is repeated three times, and other requests never', async () => {
  let asked = 0
  const busy = () => {
    asked++
    return new HttpResponse(null, { status: 502 })
  }
  server.use(http.get(path, busy), http.post(`${path}/power`, busy))
  await failing(ask(get, client()))
  expect(asked).toBe(4)
  expect(waits).toEqual([200, 400, 800])
  await failing(ask({ ...get, retry: false }, client()))
  await failing(ask(post, client()))
  expect(asked).toBe(6)
})

test('a GET that was refused is not repeated', async () => {
  let asked = 0
  server.use(
    http.get(path, () => {
      asked++
      return new HttpResponse(null, { status: 403 })
    }),
  )
  await failing(ask(get, client()))
  expect(asked).toBe(1)
})

test('a request ends after ten seconds', async () => {
  vi.useFakeTimers()
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')))
      }),
  )
  const ended = failing(ask(post, client()))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(asked).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(await ended).toMatchObject({ code: 'timeout' })
  vi.useRealTimers()
  asked.mockRestore()
})

test('a path with two slashes at its beginning is not sent', async () => {
  expect(await failing(ask({ ...get, path: '//other.example' }, client()))).toMatchObject({ code: 'invalid_path' })
})

test('a command is remembered, and reads wait for an answer that contains it', async () => {
  const positions: (string | null)[] = []
  server.use(
    http.post(`${path}/power`, () => new HttpResponse(null, { status: 204, headers: { 'Log-Position': '77' } })),
    http.get(path, ({ request }) => {
      positions.push(request.headers.get('Min-Position'))
      return HttpResponse.json({ name: String(positions.length) }, { headers: positions.length === 1 ? { Stale: 'true' } : {} })
    }),
  )
  await change(post, client())
  expect(minPosition()).toBe(77)
  expect(await ask(get, client())).toEqual({ name: '2' })
  expect(positions).toEqual(['77', '77'])
})

const jwt = (seconds: number) => `h.${btoa(JSON.stringify({ exp: seconds }))}.s`

test("a node's credentials are asked for once, and renewed ten seconds before they end", async () => {
  let now = 0
  let asked = 0
  const node = new NodeSession(
    () => Promise.resolve({ url: 'n', token: jwt(60 * ++asked) }),
    () => now,
  )
  const [one, two] = await Promise.all([node.credentials(), node.credentials()])
  expect([one.token, two.token, asked]).toEqual([jwt(60), jwt(60), 1])
  now = 49_999
  await node.credentials()
  expect(asked).toBe(1)
  now = 50_000
  await node.credentials()
  expect(asked).toBe(2)
  expect(endOf('no token')).toBeUndefined()
})

test('credentials that a node refuses are renewed once and the request is repeated once', async () => {
  const seen: (string | null)[] = []
  let given = 0
  const node = new NodeSession((): Promise<NodeAuth> => Promise.resolve({ url: 'node.example/fs', token: `t${++given}` }))
  server.use(
    http.get('https://node.example/fs/download', ({ request }) => {
      seen.push(request.headers.get('Authorization'))
      return seen.length === 1 ? new HttpResponse(null, { status: 401 }) : new HttpResponse('motd=x')
    }),
  )
  expect(await (await download(node, '/server.properties', client())).text()).toBe('motd=x')
  expect(seen).toEqual(['Bearer t1', 'Bearer t2'])
  server.use(http.get('https://node.example/fs/download', () => new HttpResponse(null, { status: 401 })))
  expect(await failing(download(node, '/x', client()))).toMatchObject({ status: 401 })
  expect(given).toBe(3)
})

test('the calls of a server go to its paths, with their bodies', async () => {
  document.cookie = 'modyard_csrf=x; path=/'
  const sent: unknown[] = []
  server.use(
    http.post(`${base}/servers/:id/:part`, async ({ request, params }) => {
      sent.push([params.id, params.part, await request.json(), request.headers.get('X-CSRF-Token')])
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await servers.power('srv1', 'Kill')
  await servers.rename('srv1', '晨雾谷')
  await servers.suspend('srv1', { suspended: true, suspension_reason: 'other', reason: { code: 'rules' } })
  expect(sent).toEqual([
    ['srv1', 'power', { action: 'Kill' }, 'x'],
    ['srv1', 'name', { name: '晨雾谷' }, 'x'],
    ['srv1', 'suspend', { suspended: true, suspension_reason: 'other', reason: { code: 'rules' } }, 'x'],
  ])
})
