import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { server } from '@/testing/server'
import { frogId, frogQuery } from './frog'

beforeEach(() => localStorage.clear())

test('the frog counts a browser by a random id', () => {
  const first = frogId()
  expect(first).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(frogId()).toBe(first)
  localStorage.setItem('modyard.frog', '"broken"')
  expect(frogId()).not.toBe('broken')
})

test('a browser that is not counted any more still reads how many were', async () => {
  server.use(
    http.post('/_internal/frog', () =>
      HttpResponse.json({ error: 'ratelimit_error', description: '请求过于频繁' }, { status: 429, headers: { 'Retry-After': '60' } }),
    ),
  )
  await expect(new QueryClient().fetchQuery(frogQuery)).resolves.toEqual({ count: 7 })
})
