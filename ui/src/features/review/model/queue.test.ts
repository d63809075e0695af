import { expect, test } from 'vitest'
import { hrefOf } from '@/lib/address'
import type { QueueEntry } from '../api'
import { nextInQueue, parseQueueSearch, reviewAddress } from './queue'

function waiting(id: string, queued: string): QueueEntry {
  return { project: { id, slug: `s-${id}` }, url_type: 'mod', queued, round: 1, owner: null, organization: null } as unknown as QueueEntry
}

const queue = [waiting('a', '2026-01-01T00:00:00Z'), waiting('b', '2026-01-02T00:00:00Z'), waiting('c', '2026-01-03T00:00:00Z')]

test('the next in line follows the one that was looked at', () => {
  expect(nextInQueue(queue, { id: 'b', queued: '2026-01-02T00:00:00Z' })?.project.id).toBe('c')
})

test('after the last in line comes the first of those left', () => {
  expect(nextInQueue(queue, { id: 'c', queued: '2026-01-03T00:00:00Z' })?.project.id).toBe('a')
  expect(nextInQueue(queue, { id: 'x', queued: null })?.project.id).toBe('a')
})

test('nobody follows the only one', () => {
  expect(nextInQueue([queue[0] as QueueEntry], { id: 'a', queued: '2026-01-01T00:00:00Z' })).toBeUndefined()
})

test('the address keeps the type and the page, and only what is known', () => {
  expect(parseQueueSearch({ type: 'plugin', page: '3' })).toEqual({ type: 'plugin', page: 3 })
  expect(parseQueueSearch({ type: 'moon', page: '-1' })).toEqual({})
  expect(hrefOf(reviewAddress(queue[0] as QueueEntry))).toBe('/mod/s-a?review=1')
})
