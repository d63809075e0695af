import { expect, test } from 'vitest'
import { application } from '@/testing/oauth'
import { organization } from '@/testing/organization'
import { byOwner, managedBy } from './owners'

const member = (rights: object) => {
  const [first] = organization.members ?? []
  if (!first) throw new Error('the organization has no member')
  return {
    ...organization,
    members: [
      { ...first, accepted: true, is_owner: false, organization_permissions: 0, ...rights, user: { ...first.user, id: 'Usr00001' } },
    ],
  }
}

test.each([
  ['its owner', { is_owner: true }, 1],
  ['who may edit its details', { organization_permissions: 1 }, 1],
  ['who may do other things', { organization_permissions: 254 }, 0],
  ['who is invited', { is_owner: true, accepted: false }, 0],
])('applications of an organization are managed by %s: %j', (_who, rights, count) => {
  expect(managedBy('Usr00001', [member(rights)])).toHaveLength(count)
  expect(managedBy('Usr00002', [member(rights)])).toHaveLength(0)
})

test('applications stand with their owner, the own ones first', () => {
  const ofTeam = { ...application, id: 'App00002', organization_id: 'Org00001' }
  expect(byOwner([ofTeam, application])).toEqual([
    { owner: '', apps: [application] },
    { owner: 'Org00001', apps: [ofTeam] },
  ])
  expect(byOwner([])).toEqual([{ owner: '', apps: [] }])
})
