import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState, type ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { server } from '@/testing/server'
import { user } from '@/testing/people'
import { drawnWith } from './drawn'
import { useSession, sessionQuery } from './session'
import { get, send } from './api/client'
import { useEndSession } from './session-end'

let client: QueryClient
let asked: string[]
let fail: boolean

beforeEach(() => {
  asked = []
  fail = false
  document.cookie = 'modyard_csrf=t; path=/'
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionQuery.queryKey, user)
  server.use(
    http.get('/v2/user', () => HttpResponse.json(user)),
    http.get('/_internal/notifications', () => {
      asked.push('inbox')
      return HttpResponse.json({ unread: 1 })
    }),
    http.get('/v2/statistics', () => {
      asked.push('page')
      return HttpResponse.json({ title: 'x' })
    }),
    http.post('/v2/auth/logout', () => {
      asked.push('logout')
      if (!fail) document.cookie = 'modyard_csrf=; path=/; max-age=0'
      return fail
        ? HttpResponse.json({ error: 'unavailable', description: '暂时不可用' }, { status: 503 })
        : new HttpResponse(null, { status: 204 })
    }),
  )
})

// Observers render in a task of their own.
const leave = () => new Promise((drawn) => setTimeout(drawn))
const useSignOut = () => useEndSession(() => send('POST', '/v2/auth/logout'), { leave, redraw: leave })

/** A public page with an inbox for signed-in persons. */
function usePage() {
  const signedIn = useSession() !== null
  useQuery({ queryKey: ['page'], queryFn: ({ signal }) => get('/v2/statistics', { signal }) })
  useQuery({ queryKey: ['inbox'], queryFn: ({ signal }) => get('/_internal/notifications', { signal }), enabled: signedIn })
  return useSignOut()
}

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>

test('signing out clears the data of the person and refetches none of it', async () => {
  client.setQueryData(['secret'], 'of the person')
  const { result } = renderHook(usePage, { wrapper })
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(asked.sort()).toEqual(['inbox', 'page'])
  asked = []
  await act(() => result.current.mutateAsync())
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(asked).toEqual(['logout', 'page'])
  expect(client.getQueryData(sessionQuery.queryKey)).toBeNull()
  expect(client.getQueryData(['secret'])).toBeUndefined()
})

test('what the page was drawn with stays for the parts that are taken over late, unless it was read in the session', async () => {
  for (const key of ['drawn', 'read']) {
    client.setQueryData([key], key)
    for (const query of client.getQueryCache().findAll({ queryKey: [key] })) drawnWith.add(query)
  }
  client.setQueryData(['read'], 'of the person')
  const { result } = renderHook(usePage, { wrapper })
  await act(() => result.current.mutateAsync())
  expect(client.getQueryData(['drawn'])).toBe('drawn')
  expect(client.getQueryData(['read'])).toBeUndefined()
})

test('data that is refused without the session is removed and the page drawn anew, also while another read takes long', async () => {
  let redrawn = 0
  let slow = false
  function usePrivatePage() {
    useQuery({ queryKey: ['page'], queryFn: ({ signal }) => get('/v2/statistics', { signal }) })
    useQuery({ queryKey: ['slow'], queryFn: () => (slow ? new Promise(() => undefined) : 'read') })
    const redraw = () => Promise.resolve(redrawn++)
    return useEndSession(() => send('POST', '/v2/auth/logout'), { leave, redraw })
  }
  const { result } = renderHook(usePrivatePage, { wrapper })
  await expect.poll(() => client.getQueryData(['page'])).toEqual({ title: 'x' })
  slow = true
  server.use(http.get('/v2/statistics', () => HttpResponse.json({ error: 'not_found', description: '资源不存在' }, { status: 404 })))
  await act(() => result.current.mutateAsync())
  await expect.poll(() => redrawn).toBe(1)
  expect(client.getQueryData(['page'])).toBeUndefined()
})

test('if signing out fails, nothing is taken from the page', async () => {
  fail = true
  const { result } = renderHook(usePage, { wrapper })
  await expect.poll(() => client.getQueryData(['page'])).toEqual({ title: 'x' })
  server.use(http.get('/v2/statistics', () => HttpResponse.json({ error: 'not_found', description: '资源不存在' }, { status: 404 })))
  await act(() => result.current.mutateAsync().catch(() => undefined))
  await expect.poll(() => client.getQueryState(['page'])?.status).toBe('error')
  expect(client.getQueryData(['page'])).toEqual({ title: 'x' })
})

test('data that could not be read again for another reason stays', async () => {
  const { result } = renderHook(usePage, { wrapper })
  await expect.poll(() => client.getQueryData(['page'])).toEqual({ title: 'x' })
  server.use(http.get('/v2/statistics', () => HttpResponse.json({ error: 'unavailable', description: '暂时不可用' }, { status: 503 })))
  await act(() => result.current.mutateAsync())
  await expect.poll(() => client.getQueryState(['page'])?.status).toBe('error')
  expect(client.getQueryData(['page'])).toEqual({ title: 'x' })
})

test('reads in progress are cancelled while the session ends', async () => {
  let signal: AbortSignal | undefined
  function useSlowInbox() {
    useQuery({ queryKey: ['inbox'], queryFn: (context) => new Promise(() => (signal = context.signal)) })
    return useSignOut()
  }
  const { result } = renderHook(useSlowInbox, { wrapper })
  await expect.poll(() => signal).toBeDefined()
  const first = signal
  await act(() => result.current.mutateAsync())
  expect(first?.aborted).toBe(true)
})

test('reads that start meanwhile are cancelled too', async () => {
  let end = (): void => undefined
  const { result } = renderHook(() => useEndSession(() => new Promise<void>((resolve) => (end = resolve)), { leave }), { wrapper })
  let signal: AbortSignal | undefined
  const ending = result.current.mutateAsync()
  await expect.poll(() => client.isMutating()).toBe(1)
  await leave()
  void client.prefetchQuery({ queryKey: ['late'], queryFn: (context) => new Promise(() => (signal = context.signal)) })
  await expect.poll(() => signal?.aborted).toBe(true)
  end()
  await act(() => ending)
})

test('private data is not refetched, although it is shown a moment longer', async () => {
  const answered: string[] = []
  function useSlowHeader() {
    const [drawn, setDrawn] = useState(true)
    useQuery({
      meta: { personal: true },
      queryKey: ['inbox'],
      queryFn: async ({ signal }) => {
        const inbox = await get('/_internal/notifications', { signal })
        answered.push('inbox')
        return inbox
      },
      enabled: drawn,
    })
    return useEndSession(() => send('POST', '/v2/auth/logout'), {
      leave: async () => {
        void client.refetchQueries({ queryKey: ['inbox'] }) // like an observer that renders again
        await leave()
        setDrawn(false)
      },
    })
  }
  const { result } = renderHook(useSlowHeader, { wrapper })
  await expect.poll(() => client.getQueryData(['inbox'])).toBeDefined()
  answered.length = 0
  await act(() => result.current.mutateAsync())
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(answered).toEqual([])
})

test('if signing out fails, the person stays signed in and the cancelled reads are repeated', async () => {
  fail = true
  const { result } = renderHook(usePage, { wrapper })
  await act(() => result.current.mutateAsync().catch(() => undefined))
  await expect.poll(() => client.getQueryData(['inbox'])).toEqual({ unread: 1 })
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual(user)
})
