import { expect, test } from 'vitest'
import { visibilityChoices } from './visibility'

test('an approved project changes its status, also back to a draft', () => {
  expect(visibilityChoices({ status: 'unlisted', requested_status: null })).toEqual({
    field: 'status',
    now: 'unlisted',
    options: ['approved', 'archived', 'unlisted', 'private', 'draft'],
  })
})

test('before a review one chooses what it will be', () => {
  expect(visibilityChoices({ status: 'draft', requested_status: null })).toMatchObject({ field: 'requested_status', now: 'approved' })
  expect(visibilityChoices({ status: 'processing', requested_status: 'archived' }).options).toContain('archived')
})
