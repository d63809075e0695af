import { expect, test } from 'vitest'
import { hrefOf } from '@/lib/address'
import type { QueueEntry } from '../api'
import type { ProjectPage } from '@/lib/api/types'
import { followingOf, nextInQueue, reviewAddress, runOf } from './queue'
import { askedOf, parseQueueSearch } from './queue-search'

function waiting(id: string, queued: string): QueueEntry {
  return { id, slug: `s-${id}`, url_type: 'mod', queued, round: 1, own: false, lock: null } as unknown as QueueEntry
}

const queue = [waiting('a', '2026-01-01T00:00:00Z'), waiting('b', '2026-01-02T00:00:00Z'), waiting('c', '2026-01-03T00:00:00Z')]

test('the next in line follows the one that was looked at', () => {
  expect(nextInQueue(queue, { id: 'b', queued: '2026-01-02T00:00:00Z' })?.id).toBe('c')
})

test('after the last in line comes the first of those left', () => {
  expect(nextInQueue(queue, { id: 'c', queued: '2026-01-03T00:00:00Z' })?.id).toBe('a')
  expect(nextInQueue(queue, { id: 'x', queued: null })?.id).toBe('a')
})

test('the only project of the queue has no next one', () => {
  expect(nextInQueue([queue[0] as QueueEntry], { id: 'a', queued: '2026-01-01T00:00:00Z' })).toBeUndefined()
})

test('a moderator is not led to a project of their own, or to one that somebody else works on', () => {
  const at = (change: Partial<QueueEntry>) => {
    const second = { ...waiting('b', '2026-01-02T00:00:00Z'), ...change }
    return nextInQueue([queue[0] as QueueEntry, second, queue[2] as QueueEntry], { id: 'a', queued: '2026-01-01T00:00:00Z' })?.id
  }
  const by = { id: 'm', username: '石榴', avatar_url: null }
  expect(at({ own: true })).toBe('c')
  expect(at({ lock: { by, own: false, lock: 'l', locked_at: '2026-11-25T08:00:00Z', expires_at: '2026-01-05T00:00:00Z' } })).toBe('c')
  expect(at({ lock: { by, own: true, lock: 'l', locked_at: '2026-11-25T08:00:00Z', expires_at: '2026-01-05T00:00:00Z' } })).toBe('b')
})

test('the address keeps filters and page, and only what is known', () => {
  const search = { q: ' 灯 ', type: 'plugin', round: 'again', waiting: '48', sort: 'newest', page: '3' }
  expect(parseQueueSearch(search)).toEqual({ q: '灯', type: 'plugin', round: 'again', waiting: '48', sort: 'newest', page: 3 })
  expect(parseQueueSearch({ q: ' ', type: 'moon', round: 'third', waiting: '1', sort: 'best', page: '-1' })).toEqual({})
  expect(askedOf(parseQueueSearch(search))).toEqual({
    query: '灯',
    project_type: 'plugin',
    round: 'again',
    waiting: 48,
    sort: 'newest',
    offset: 40,
    count: 20,
  })
  expect(askedOf({})).toEqual({ count: 20 })
  expect(hrefOf(reviewAddress(queue[0] as QueueEntry))).toBe('/mod/s-a?review=1')
})

test('a run passes over what was decided or deleted meanwhile, keeps its order and has no bound', async () => {
  const rest = Array.from({ length: 150 }, (_, n) => `p${n}`)
  const read: string[] = []
  const page = (status: string) => async (id: string) => {
    read.push(id)
    return id === 'p0' ? undefined : ({ id, slug: id, status: id === 'p1' ? 'approved' : status } as ProjectPage)
  }
  const next = await followingOf(rest, page('processing'))
  expect(next?.project.id).toBe('p2')
  expect(next?.rest).toEqual(rest.slice(3))
  expect(read).toEqual(['p0', 'p1', 'p2'])
  expect(await followingOf(rest, page('rejected'))).toBeUndefined()
  expect(await followingOf([], page('processing'))).toBeUndefined()
})

test('a run is read from the state of the address', () => {
  expect(runOf({ showChecklist: true, projects: ['a', 1, 'b'] })).toEqual(['a', 'b'])
  expect(runOf({ showChecklist: true })).toBeUndefined()
  expect(runOf({})).toBeUndefined()
})
