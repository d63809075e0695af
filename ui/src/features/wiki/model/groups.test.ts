import { expect, test } from 'vitest'
import type { Conflict } from '../api'
import { conflictsOf, flipped, groupsOf, keptMarks, nextPart, obstacle, partsOf, type Groups } from './groups'

const part = (page: string, digest = page) => ({ page, title: page, digest, was: null, now: null })
const groups: Groups = {
  featured: [],
  bodies: [part('a'), part('b')],
  orders: [part('a', 'a-order')],
  added: [],
  removed: [part('c')],
  renamed: [],
}

const conflict = (page: string, field: Conflict['field']): Conflict => ({
  page,
  title: page,
  field,
  base: null,
  mine: '',
  theirs: '',
  change: '',
  by_hand: false,
  sides: [],
  mine_text: '',
  theirs_text: '',
})

test('groups without parts are not shown, the others stand in the order of the page', () => {
  expect(groupsOf(groups).map(({ id }) => id)).toEqual(['bodies', 'orders', 'removed'])
  expect(partsOf(groups).map(({ key }) => key)).toEqual(['bodies:a', 'bodies:b', 'orders:a', 'removed:c'])
})

test('a mark holds for what was looked at and not for what replaced it', () => {
  const marks = flipped(flipped(new Set(), 'a'), 'gone')
  expect([...keptMarks(partsOf(groups), marks)]).toEqual(['a'])
  expect([...flipped(marks, 'a')]).toEqual(['gone'])
})

test('next goes to the next part that was not looked at, then from the beginning', () => {
  const parts = partsOf(groups)
  expect(nextPart(parts, undefined, new Set())?.key).toBe('bodies:a')
  expect(nextPart(parts, 'bodies:a', new Set(['b']))?.key).toBe('orders:a')
  expect(nextPart(parts, 'removed:c', new Set(['c', 'a']))?.key).toBe('bodies:b')
  expect(nextPart(parts, 'removed:c', new Set(['a', 'b', 'c', 'a-order']))).toBeUndefined()
})

test('a conflict stands at the part that shows its field', () => {
  const conflicts = [conflict('a', 'body'), conflict('a', 'sort_order'), conflict('c', 'presence')]
  const found = partsOf(groups).map((one) => conflictsOf(one, conflicts).map(({ field }) => field))
  expect(found).toEqual([['body'], [], ['sort_order'], ['presence']])
})

test('the first reason that a draft cannot be accepted is told', () => {
  const draft = { own: false, status: 'review', may_review: true }
  const clean = { conflicts: [], problem: null }
  expect(obstacle(draft, clean)).toBeUndefined()
  expect(obstacle({ ...draft, status: 'draft' }, clean)).toBe('status')
  expect(obstacle({ ...draft, own: true }, clean)).toBe('own')
  expect(obstacle({ ...draft, may_review: false }, clean)).toBe('rights')
  expect(obstacle(draft, { ...clean, conflicts: [conflict('a', 'body')] })).toBe('conflicts')
})

test('the pages of a group stand as in the tree, those that are not in it last', () => {
  const tree = [
    { id: 'b', title: 'b', parent: '', sort_order: 0 },
    { id: 'a', title: 'a', parent: 'b', sort_order: 0 },
  ]
  const mixed: Groups = { ...groups, bodies: [part('gone'), part('a'), part('b')] }
  expect(partsOf(mixed, tree).map(({ key }) => key)).toEqual(['bodies:b', 'bodies:a', 'bodies:gone', 'orders:a', 'removed:c'])
})
