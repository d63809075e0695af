import { expect, test } from 'vitest'
import { plannable, visibilityChoices } from './visibility'

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

test('a scheduled project keeps its plan until another status is chosen', () => {
  expect(visibilityChoices({ status: 'scheduled', requested_status: 'approved' })).toMatchObject({ field: 'status', now: 'scheduled' })
  expect((['approved', 'private', 'scheduled', 'draft', 'processing', 'rejected', 'withheld'] as const).map(plannable)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
