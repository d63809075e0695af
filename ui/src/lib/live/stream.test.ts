import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPosition, minPosition } from '@/lib/api/position'
import { resetPreload } from '@/lib/api/preload'
import { endingKey } from '@/lib/session-end'
import { LiveStream } from './stream'
import { refresh } from './refresh'

class FakeSource extends EventTarget {
  onerror: (() => void) | null = null
  closed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
  }
  close() {
    this.closed = true
  }
  say(kind: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }))
  }
  get topics() {
    return new URLSearchParams(this.url.split('?')[1]).getAll('topic')
  }
}

let sources: FakeSource[]
let stream: LiveStream
let client: QueryClient
let hidden: 'hidden' | 'visible'

function last(): FakeSource {
  const source = sources.at(-1)
  if (!source) throw new Error('no stream was opened')
  return source
}

beforeEach(() => {
  vi.useFakeTimers()
  forgetPosition()
  resetPreload()
  document.body.innerHTML = ''
  hidden = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => hidden)
  sources = []
  client = new QueryClient()
  stream = new LiveStream(client, {
    open: (url) => {
      const source = new FakeSource(url)
      sources.push(source)
      return source as unknown as EventSource
    },
    random: () => 1,
  })
})

afterEach(() => {
  stream.dispose()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const show = (state: 'hidden' | 'visible') => {
  hidden = state
  document.dispatchEvent(new Event('visibilitychange'))
}

test('all followers of a tab share one stream, opened with the positions that the page has read', () => {
  document.body.innerHTML = '<script type="application/json" id="preload">{"/v2/thing":{},"position":41}</script>'
  stream.follow(['project:A', 'inbox'])
  stream.follow(['project:A', 'queue'])
  vi.advanceTimersByTime(100)
  expect(sources).toHaveLength(1)
  expect(last().topics).toEqual(['project:A@41', 'inbox@41', 'queue@41'])
})

test('a move invalidates its queries, and reads require its position', async () => {
  client.setQueryData(['project', 'A', 'detail'], { id: 'A' })
  client.setQueryData(['project', 'A', 'versions'], [])
  client.setQueryData(['project', 'B', 'detail'], { id: 'B' })
  stream.follow(['project:A'])
  vi.advanceTimersByTime(100)
  last().say('moved', { topic: 'project:A', position: 77 })
  await vi.advanceTimersByTimeAsync(10)
  expect(minPosition()).toBe(77)
  const stale = (name: string, part: string) => client.getQueryState(['project', name, part])?.isInvalidated
  expect([stale('A', 'detail'), stale('A', 'versions'), stale('B', 'detail')]).toEqual([true, true, false])
})

test('data read before a stream without a known position is refetched', async () => {
  client.setQueryData(['notifications', 'list'], [])
  stream.follow(['inbox'])
  vi.advanceTimersByTime(100)
  last().say('ready', { position: 8 })
  await vi.advanceTimersByTimeAsync(10)
  expect(client.getQueryState(['notifications', 'list'])?.isInvalidated).toBe(true)
  last().onerror?.()
  vi.advanceTimersByTime(1_100)
  expect(last().topics).toEqual(['inbox@8'])
})

test('several moves in a row cause one refetch', async () => {
  const asked = vi.spyOn(client, 'invalidateQueries')
  stream.follow(['queue'])
  vi.advanceTimersByTime(100)
  for (let position = 1; position <= 50; position++) last().say('moved', { topic: 'queue', position })
  await vi.advanceTimersByTimeAsync(10)
  for (let position = 51; position <= 100; position++) last().say('moved', { topic: 'queue', position })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a lost stream is reopened from its position, with growing delays', () => {
  stream.follow(['project:A'])
  vi.advanceTimersByTime(100)
  last().say('ready', { position: 5 })
  last().say('moved', { topic: 'project:A', position: 9 })
  last().onerror?.()
  vi.advanceTimersByTime(900)
  expect(sources).toHaveLength(1)
  vi.advanceTimersByTime(200)
  expect(sources).toHaveLength(2)
  expect(last().topics).toEqual(['project:A@9'])
  last().onerror?.()
  vi.advanceTimersByTime(1_500)
  expect(sources).toHaveLength(2)
  vi.advanceTimersByTime(600)
  expect(sources).toHaveLength(3)
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(10)
  expect(sources).toHaveLength(3)
})

test('a new topic reopens the stream; an unfollowed one is kept for a while and continues from its position', () => {
  const leave = stream.follow(['project:A'])
  vi.advanceTimersByTime(100)
  last().say('ready', { position: 5 })
  leave()
  stream.follow(['project:B'])
  vi.advanceTimersByTime(100)
  expect(sources[0]?.closed).toBe(true)
  expect(last().topics).toEqual(['project:B'])
  stream.follow(['project:A'])
  vi.advanceTimersByTime(100)
  expect(last().topics).toEqual(['project:A@5', 'project:B'])
})

test('without followers the stream ends', () => {
  const leave = stream.follow(['activity'])
  vi.advanceTimersByTime(100)
  leave()
  vi.advanceTimersByTime(6_000)
  expect(last().closed).toBe(true)
})

test('a hidden tab closes its connection and catches up on return', () => {
  stream.follow(['inbox'])
  vi.advanceTimersByTime(100)
  last().say('ready', { position: 12 })
  show('hidden')
  vi.advanceTimersByTime(29_000)
  expect(last().closed).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(last().closed).toBe(true)
  show('visible')
  vi.advanceTimersByTime(10)
  expect(last().topics).toEqual(['inbox@12'])
})

test('at most sixteen topics are requested', () => {
  stream.follow(Array.from({ length: 30 }, (_, index) => `project:${index}`))
  vi.advanceTimersByTime(100)
  expect(last().topics).toHaveLength(16)
})

test('each topic invalidates its own queries', async () => {
  for (const key of [
    ['notifications', 'list'],
    ['review', 'queue', {}],
    ['review', 'history', 'A'],
    ['activity'],
    ['user', 'x', 'projects', 'own'],
  ])
    client.setQueryData(key, [])
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey[0])
  await refresh(client, 'inbox')
  expect(stale()).toEqual(['notifications'])
  await refresh(client, 'activity')
  expect(stale()).toEqual(['notifications', 'activity'])
  await refresh(client, 'queue')
  expect(stale()).toEqual(['notifications', 'review', 'activity'])
  await refresh(client, 'project:A')
  expect(stale()).toEqual(['notifications', 'review', 'review', 'activity', 'user'])
})

test('while a session ends, moves are queued until the outcome is known', async () => {
  client.setQueryData(['notifications', 'latest'], {})
  const stale = () => client.getQueryState(['notifications', 'latest'])?.isInvalidated
  stream.follow(['inbox'])
  vi.advanceTimersByTime(100)
  let stay = (): void => undefined
  const ending = client
    .getMutationCache()
    .build(client, { mutationKey: endingKey, mutationFn: () => new Promise<void>((resolve) => (stay = resolve)) })
    .execute(undefined)
  last().say('moved', { topic: 'inbox', position: 9 })
  await vi.advanceTimersByTimeAsync(1_000)
  stream.follow(['queue'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([stale(), sources.length]).toEqual([false, 1])
  stay()
  await ending
  await vi.advanceTimersByTimeAsync(1_000)
  expect([stale(), sources.length]).toEqual([true, 2])
})
