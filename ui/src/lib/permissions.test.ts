import { expect, test } from 'vitest'
import type { Member } from '@/lib/api/types'
import { ALL_PERMISSIONS, DELETE_PROJECT, EDIT_DETAILS, missingRight, MODERATOR_PERMISSIONS, rightsOf } from './permissions'

const member = (id: string, change: Partial<Member>): Member => ({
  team_id: 't',
  user: { id, username: id, avatar_url: null, bio: null, badges: 0, created: '', role: 'developer' },
  organization_permissions: null,
  role: '成员',
  is_owner: false,
  accepted: true,
  permissions: 4,
  payouts_split: 0,
  ordering: 0,
  ...change,
})
const project = {
  members: [
    member('owner', { is_owner: true, permissions: null }),
    member('helper', {}),
    member('asked', { accepted: false, permissions: 2047 }),
  ],
}

test.each([
  ['owner', 'developer', ALL_PERMISSIONS],
  ['helper', 'developer', 4],
  ['asked', 'developer', 0],
  ['stranger', 'developer', 0],
  ['stranger', 'moderator', MODERATOR_PERMISSIONS],
  ['helper', 'moderator', 4],
  ['stranger', 'admin', ALL_PERMISSIONS],
] as const)('%s, a %s, may %i', (id, role, rights) => {
  expect(rightsOf(project, { id, role })).toBe(rights)
})

test('the missing right is named', () => {
  expect(missingRight(4, EDIT_DETAILS)).toBeUndefined()
  expect(missingRight(4, DELETE_PROJECT)).toContain('删除项目')
})
