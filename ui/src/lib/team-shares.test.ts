import { expect, test } from 'vitest'
import { sharesOf } from './team-shares'

const member = (id: string, weight: number | null, accepted = true) => ({ user: { id }, payouts_split: weight, accepted })
const shares = (...members: ReturnType<typeof member>[]) => Object.fromEntries(sharesOf(members))

test('the parts follow from the weights of those who have accepted', () => {
  expect(shares(member('a', 80), member('b', 12), member('c', 8), member('d', 100, false))).toEqual({ a: '80%', b: '12%', c: '8%' })
  expect(shares(member('a', 1), member('b', 2))).toEqual({ a: '33.33%', b: '66.67%' })
  expect(shares(member('a', 0.01), member('b', 0.03))).toEqual({ a: '25%', b: '75%' })
  expect(shares(member('a', 0), member('b', 5))).toEqual({ a: '0%', b: '100%' })
})

test('without any weight the parts are equal', () => {
  expect(shares(member('a', 0), member('b', 0), member('c', 0))).toEqual({ a: '33.33%', b: '33.33%', c: '33.33%' })
})

test('weights that are not shown give no parts', () => {
  expect(shares(member('a', null), member('b', 1))).toEqual({})
  expect(shares()).toEqual({})
})
