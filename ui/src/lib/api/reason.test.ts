import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { server } from '@/testing/server'
import { send } from './client'
import { giveReason } from './give-reason'
import { askReasonsWith, type Reason } from './reason'

const refusal = () => HttpResponse.json({ error: 'invalid_input', description: '请说明操作原因。', field: 'reason' }, { status: 400 })
const spam: Reason = { code: 'spam', text: '广告' }

afterEach(() => askReasonsWith(undefined))

test('a command without the required reason is sent again with the given one', async () => {
  const seen: unknown[] = []
  server.use(
    http.patch('/v2/project/:id', async ({ request }) => {
      const body = (await request.json()) as { reason?: Reason }
      seen.push(body)
      return body.reason ? new HttpResponse(null, { status: 204 }) : refusal()
    }),
  )
  askReasonsWith(() => Promise.resolve(spam))
  await send('PATCH', '/v2/project/{id}', { params: { id: 'p' }, body: { title: 'x' } })
  expect(seen).toEqual([{ title: 'x' }, { title: 'x', reason: spam }])
})

test('a command without a body sends its reason in the query, beside other parameters', async () => {
  let asked = ''
  server.use(
    http.delete('/v2/project/:id/gallery', ({ request }) => {
      const url = new URL(request.url)
      if (!url.searchParams.has('reason_code')) return refusal()
      asked = url.search
      return new HttpResponse(null, { status: 204 })
    }),
  )
  askReasonsWith(() => Promise.resolve(spam))
  await send('DELETE', '/v2/project/{id}/gallery', { params: { id: 'p' }, query: { url: 'a' } })
  expect(new URLSearchParams(asked)).toEqual(new URLSearchParams({ url: 'a', reason_code: 'spam', reason: '广告' }))
})

test('a form sends its reason in its JSON part and keeps its files', async () => {
  const form = new FormData()
  form.append('data', new Blob([JSON.stringify({ name: '1.0' })], { type: 'application/json' }))
  form.append('file', new Blob(['x']), 'x.jar')
  const given = (await giveReason({ body: form }, spam)).body as FormData
  expect(JSON.parse(await (given.get('data') as File).text())).toEqual({ name: '1.0', reason: spam })
  expect((given.get('file') as File).name).toBe('x.jar')
  expect(await (form.get('data') as File).text()).toBe('{"name":"1.0"}')
})

test('without a reason the command fails, and other rejections request none', async () => {
  let asked = 0
  askReasonsWith(() => {
    asked += 1
    return Promise.resolve(undefined)
  })
  server.use(
    http.patch('/v2/project/:id', refusal),
    http.patch('/v2/version/:id', () =>
      HttpResponse.json({ error: 'invalid_input', description: '标题过长', field: 'title' }, { status: 400 }),
    ),
  )
  await expect(send('PATCH', '/v2/project/{id}', { params: { id: 'p' }, body: {} })).rejects.toMatchObject({
    code: 'no_reason',
    field: 'reason',
  })
  await expect(send('PATCH', '/v2/version/{id}', { params: { id: 'v' }, body: {} })).rejects.toMatchObject({ status: 400, field: 'title' })
  expect(asked).toBe(1)
})

test('a command of the staff requests the reason before it is sent', async () => {
  const seen: unknown[] = []
  server.use(
    http.patch('/v2/project/:id', async ({ request }) => {
      seen.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  askReasonsWith(() => Promise.resolve(spam))
  await send('PATCH', '/v2/project/{id}', { params: { id: 'p' }, body: {}, asStaff: true })
  askReasonsWith(() => Promise.resolve(undefined))
  await expect(send('PATCH', '/v2/project/{id}', { params: { id: 'p' }, body: {}, asStaff: true })).rejects.toMatchObject({
    code: 'no_reason',
    field: 'reason',
  })
  expect(seen).toEqual([{ reason: spam }])
})
