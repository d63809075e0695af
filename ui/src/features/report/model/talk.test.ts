import { expect, test } from 'vitest'
import type { ThreadMessage } from '../api'
import { firstUnread, foldedAt, itemsOf, nearness, SHOWN } from './talk'

const line = (
  id: string,
  author: string | null,
  more: Partial<ThreadMessage['body']> = {},
  created = '2026-11-20T12:00:00Z',
): ThreadMessage => ({
  id,
  author_id: author,
  created,
  hide_identity: false,
  body: { type: 'text', body: id, body_html: id, private: false, replying_to: null, associated_images: [], ...more },
})

test('the first unread message is the first of somebody else after what was seen and after ones own last word', () => {
  const talk = [
    line('a', 'me'),
    line('b', 'staff'),
    line('c', 'staff', { type: 'status_change' }),
    line('d', 'staff'),
    line('e', 'me'),
    line('f', 'staff'),
  ]
  expect(firstUnread(talk.slice(0, 4), null, 'me')).toBe('b')
  expect(firstUnread(talk.slice(0, 4), 'b', 'me')).toBe('d')
  expect(firstUnread(talk.slice(0, 4), 'd', 'me')).toBeUndefined()
  expect(firstUnread(talk, 'b', 'me')).toBe('f')
  expect(firstUnread(talk, null, 'other')).toBe('a')
})

test('a long conversation shows its newest lines and what must be seen', () => {
  const talk = Array.from({ length: 100 }, (_, at) => line(`${at}`, 'staff'))
  expect(foldedAt(talk, SHOWN, [])).toBe(70)
  expect(foldedAt(talk, SHOWN, ['40', undefined, 'gone'])).toBe(40)
  expect(foldedAt(talk.slice(0, 10), SHOWN, [])).toBe(0)
})

test('each day and the first unread message have a separator', () => {
  const talk = [line('a', 'x', {}, '2026-11-19T12:00:00Z'), line('b', 'x', {}, '2026-11-19T12:01:00Z'), line('c', 'x')]
  expect(itemsOf(talk, 'c').map((one) => one.kind)).toEqual(['day', 'line', 'line', 'day', 'unread', 'line'])
  const now = Date.parse('2026-11-20T13:00:00Z')
  expect([nearness('2026-11-20', now), nearness('2026-11-19', now), nearness('2026-11-18', now)]).toEqual(['today', 'yesterday', undefined])
})
