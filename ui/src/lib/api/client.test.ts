import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { server } from '@/testing/server'
import { get, reading, send, urlOf } from './client'
import { ApiError } from './errors'
import { forgetPosition } from './position'
import { resetPreload } from './preload'

beforeEach(() => {
  forgetPosition()
  resetPreload()
  document.body.innerHTML = ''
  document.cookie = 'modyard_csrf=; max-age=0; path=/'
})

test('lists in a query are written as JSON and empty values omitted', () => {
  expect(urlOf('/v2/versions', { query: { ids: ['a', 'b'], loader: '', limit: 5 } })).toBe(
    '/v2/versions?ids=%5B%22a%22%2C%22b%22%5D&limit=5',
  )
})

test('a rejection has the status, code, text and trace of the server', async () => {
  server.use(
    http.get('/v2/search', () =>
      HttpResponse.json({ error: 'not_found', description: '资源不存在' }, { status: 404, headers: { 'X-Request-Id': 'r1' } }),
    ),
  )
  const error: unknown = await get('/v2/search').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 404, code: 'not_found', description: '资源不存在', trace: 'r1' })
})

test('an unreachable server is an error with status 0', async () => {
  server.use(http.get('/v2/search', () => HttpResponse.error()))
  await expect(get('/v2/search')).rejects.toMatchObject({ status: 0, code: 'network_error' })
})

test('a preloaded answer is used once', async () => {
  document.body.innerHTML =
    '<script type="application/json" id="preload">{"/v2/search?facets=%5B%22x%22%5D&limit=1":{"from":"page"}}</script>'
  server.use(http.get('/v2/search', () => HttpResponse.json({ from: 'server' })))
  expect(await get('/v2/search', { query: { limit: 1, facets: ['x'] } })).toEqual({ from: 'page' })
  expect(await get('/v2/search', { query: { limit: 1, facets: ['x'] } })).toEqual({ from: 'server' })
})

test('a query starts with the preloaded data and reads from the server afterwards', async () => {
  document.body.innerHTML = '<script type="application/json" id="preload">{"/v2/search?limit=1":{"from":"page"}}</script>'
  server.use(http.get('/v2/search', () => HttpResponse.json({ from: 'server' })))
  const query = reading('/v2/search', { query: { limit: 1 } })
  expect(query.initialData()).toEqual({ from: 'page' })
  expect(query.initialData()).toBeUndefined()
  expect(await query.queryFn({ signal: new AbortController().signal })).toEqual({ from: 'server' })
})

test('a query does not start with preloaded data from before a command', async () => {
  document.body.innerHTML = '<script type="application/json" id="preload">{"/v2/search":{"from":"page"}}</script>'
  server.use(http.patch('/v2/user/:id', () => new HttpResponse(null, { status: 204, headers: { 'Log-Position': '42' } })))
  await send('PATCH', '/v2/user/{id}', { params: { id: 'a/b' }, body: { bio: 'x' } })
  expect(reading('/v2/search').initialData()).toBeUndefined()
})

test('after a command reads request its position and ignore preloaded data', async () => {
  document.body.innerHTML = '<script type="application/json" id="preload">{"/v2/search":{"from":"page"}}</script>'
  const asked: (string | null)[] = []
  server.use(
    http.patch('/v2/user/:id', () => new HttpResponse(null, { status: 204, headers: { 'Log-Position': '42' } })),
    http.patch('/v2/auth/password', () => new HttpResponse(null, { status: 204, headers: { 'Log-Position': '41' } })),
    http.get('/v2/search', ({ request }) => {
      asked.push(request.headers.get('Min-Position'))
      return HttpResponse.json({ from: 'server' })
    }),
  )
  await send('PATCH', '/v2/user/{id}', { params: { id: 'a/b' }, body: { bio: 'x' } })
  await send('PATCH', '/v2/auth/password', { body: { new_password: 'x' } })
  expect(await get('/v2/search')).toEqual({ from: 'server' })
  expect(asked).toEqual(['42'])
})

test('an answer older than the command is requested again', async () => {
  let asked = 0
  server.use(
    http.post('/v3/collection', () => new HttpResponse(null, { status: 204, headers: { 'Log-Position': '7' } })),
    http.get('/v2/search', () => {
      asked += 1
      return HttpResponse.json({ asked }, { headers: asked === 1 ? { Stale: 'true' } : {} })
    }),
  )
  await send('POST', '/v3/collection', { body: { name: 'x' } })
  expect(await get('/v2/search')).toEqual({ asked: 2 })
})

test('commands send the token of the session cookie and an idempotency key', async () => {
  document.cookie = 'modyard_csrf=t%2F1; path=/'
  let seen: Headers | undefined
  server.use(
    http.post('/v3/collection', ({ request }) => {
      seen = request.headers
      return HttpResponse.json({ id: 'x' })
    }),
  )
  expect(await send('POST', '/v3/collection', { body: { name: 'x' }, idempotencyKey: 'k1' })).toEqual({ id: 'x' })
  expect(seen?.get('X-CSRF-Token')).toBe('t/1')
  expect(seen?.get('Idempotency-Key')).toBe('k1')
  expect(seen?.get('Content-Type')).toContain('application/json')
})
