import { expect, test } from 'vitest'
import { stepOf } from '@/testing/history'
import { partsOf, toneOf, verbOf } from './model/steps'

test('a status that the staff changed outside of a round is no decision', () => {
  const forced = stepOf({
    position: 3,
    type: 'rejected',
    from: 'approved',
    to: 'rejected',
    round: 1,
    forced: true,
    at: '2026-01-03T00:00:00Z',
  })
  const submitted = stepOf({ position: 2, type: 'submitted', from: 'draft', to: 'processing', round: 1 })
  expect(verbOf(forced)).toBe('站务改状态')
  expect(toneOf(forced)).toBe('warn')
  expect(partsOf([submitted, forced])[0]?.decided).toBeUndefined()
})
