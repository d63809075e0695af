import { expect, test } from 'vitest'
import type { Organization, OwnedHit } from '@/lib/api/types'
import { movable, sortOut } from './model'

test('only one’s own projects outside of organisations can be moved', () => {
  const hit = (project_id: string, author_id: string | null, organization: string | null = null) =>
    ({ project_id, author_id, organization }) as OwnedHit
  expect(movable([hit('a', 'me'), hit('b', 'other'), hit('c', null, 'team')], 'me').map((one) => one.project_id)).toEqual(['a'])
})

test('invitations stand apart from memberships', () => {
  const one = (id: string, accepted: boolean) =>
    ({
      id,
      members: [
        { user: { id: 'other' }, accepted: true },
        { user: { id: 'me' }, accepted },
      ],
    }) as Organization
  const { joined, waiting } = sortOut([one('a', true), one('b', false)], 'me')
  expect([joined.map(({ id }) => id), waiting.map(({ id }) => id)]).toEqual([['a'], ['b']])
})
