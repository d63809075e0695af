import { expect, test } from 'vitest'
import { entryOf, first } from '@/testing/review'
import { ago } from '@/testing/time'
import { decidedBy, decisionBefore, editedParts, returned, standingOf } from './standing'

const me = { id: 'Mod00001', username: '岚桥', avatar_url: null, role: 'moderator' as const }
const submitted = entryOf({ position: 4, type: 'submitted', at: ago(5), from: 'rejected', to: 'processing', round: 2 })
const rejected = entryOf({
  position: 5,
  type: 'rejected',
  at: ago(1),
  actor: me,
  role: 'moderator',
  from: 'processing',
  to: 'rejected',
  round: 2,
  message: '再改改',
})
const undone = entryOf({ position: 6, type: 'undone', at: ago(0), from: 'rejected', to: 'processing', round: 2 })
const seen = { round: 2, waiting: true }

test('a round is open while it waits, and no more once somebody decided, or the author submitted again', () => {
  expect(standingOf(seen, 'processing', 2, [submitted])).toEqual({ kind: 'open' })
  expect(standingOf(seen, 'rejected', 2, [submitted, rejected])).toEqual({ kind: 'decided', entry: rejected })
  expect(standingOf(seen, 'processing', 3, [submitted])).toEqual({ kind: 'resubmitted', round: 3 })
  expect(standingOf(seen, 'rejected', 2, [submitted])).toEqual({ kind: 'decided', entry: undefined })
})

test('a project that was not in review is outside, until it is submitted', () => {
  const away = { round: 1, waiting: false }
  expect(standingOf(away, 'approved', 1, [])).toEqual({ kind: 'outside' })
  expect(standingOf(away, 'processing', 2, [submitted])).toEqual({ kind: 'resubmitted', round: 2 })
})

test('an undone decision or a new submission brings a project back, its own decision does not', () => {
  expect(returned(4, 'rejected', [submitted, rejected])).toBeUndefined()
  expect(returned(4, 'processing', [submitted])).toBeUndefined()
  expect(returned(4, 'processing', [submitted, rejected, undone])).toBe('undone')
  expect(returned(3, 'processing', [submitted])).toBe('submitted')
})

test('a second press of the same decision is known as one’s own', () => {
  const entries = [submitted, rejected]
  expect(decidedBy('Mod00001', 'reject', 2, '再改改 ', entries)).toBe(true)
  expect(decidedBy('Mod00001', 'withhold', 2, '再改改', entries)).toBe(false)
  expect(decidedBy('Mod00001', 'reject', 1, '再改改', entries)).toBe(false)
  expect(decidedBy('Mod00001', 'reject', 2, '别的', entries)).toBe(false)
  expect(decidedBy('Mod00002', 'reject', 2, '再改改', entries)).toBe(false)
  expect(decidedBy(undefined, 'reject', 2, '再改改', entries)).toBe(false)
})

test('the decision before is the newest that stands, and no change of status outside of a round', () => {
  const forced = { ...rejected, position: 7, forced: true }
  expect(decisionBefore([submitted, rejected, forced])).toBe(rejected)
  expect(decisionBefore([{ ...rejected, undone: true }])).toBeUndefined()
})

test('what was edited is named by the steps that it concerns', () => {
  expect(editedParts(first, { ...first, status: 'rejected', downloads: 9 })).toEqual([])
  expect(editedParts(first, { ...first, body: '新', license: { ...first.license, id: 'MIT-0' } })).toEqual(['description', 'copyright'])
})
