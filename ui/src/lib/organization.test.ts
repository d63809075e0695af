import { expect, test } from 'vitest'
import type { Member, User } from '@/lib/api/types'
import { standingIn } from './organization'

const user = (id: string, role: User['role'] = 'developer') => ({ id, role }) as User
const member = (id: string, over: Partial<Member> = {}) =>
  ({ user: { id }, accepted: true, is_owner: false, organization_permissions: 16, permissions: 4, ...over }) as Member
const team = {
  members: [
    member('owner', { is_owner: true, organization_permissions: 255, permissions: 2047 }),
    member('some'),
    member('asked', { accepted: false }),
  ],
}

test('rights resolve in order: admin, member, moderator, other', () => {
  expect(standingIn(team, user('x', 'admin'))).toMatchObject({ rights: 255, onProjects: 2047, owns: true, inside: true })
  expect(standingIn(team, user('owner'))).toMatchObject({ rights: 255, owns: true, inside: true })
  expect(standingIn(team, user('some', 'moderator'))).toMatchObject({ rights: 16, onProjects: 4, owns: false })
  expect(standingIn(team, user('x', 'moderator'))).toMatchObject({ rights: 17, inside: true, owns: false })
  expect(standingIn(team, user('x'))).toMatchObject({ rights: 0, inside: false })
  expect(standingIn(team, null)).toMatchObject({ rights: 0, inside: false, invitation: undefined })
})

test('an invited account has no rights yet', () => {
  const standing = standingIn(team, user('asked'))
  expect(standing).toMatchObject({ rights: 0, inside: false })
  expect(standing.invitation?.user.id).toBe('asked')
})
