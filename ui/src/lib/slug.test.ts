import { expect, test } from 'vitest'
import { slugFrom, slugProblem } from './slug'

test.each([
  ['Gears & Verdigris', 'gears-verdigris'],
  ['  Of Moss  and Marrow!', 'of-moss-and-marrow'],
  ['齿轮与铜绿', '齿轮与铜绿'],
  ['Ｎｉｇｈｔ：Ferries II', 'night-ferries-ii'],
  ["Miner's Lamp", 'miners-lamp'],
  ['！！！', ''],
])('%s becomes %s', (title, slug) => {
  expect(slugFrom(title)).toBe(slug)
})

test('a proposed slug never exceeds the maximum length', () => {
  expect(slugFrom('x '.repeat(200)).length).toBeLessThanOrEqual(64)
})

test('length and characters of a slug are checked', () => {
  expect(slugProblem('ab')).toBe('length')
  expect(slugProblem('a'.repeat(65))).toBe('length')
  expect(slugProblem('a b c')).toBe('characters')
  expect(slugProblem('a/b/c')).toBe('characters')
  expect(slugProblem('齿轮-1.0')).toBeUndefined()
})
