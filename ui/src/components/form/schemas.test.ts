import * as v from 'valibot'
import { expect, test } from 'vitest'
import { slugText, textBetween } from './schemas'

test('names and links are checked as the server does', () => {
  const name = textBetween(3, 64)
  expect(v.is(name, ' ab ')).toBe(false)
  expect(v.parse(name, ' 灯塔组 ')).toBe('灯塔组')
  expect(v.is(name, '😀'.repeat(64))).toBe(true)
  expect(
    v.is(
      slugText(() => false),
      'a b c',
    ),
  ).toBe(false)
  expect(
    v.is(
      slugText(() => true),
      'guild',
    ),
  ).toBe(false)
  expect(
    v.is(
      slugText(() => false),
      'guild',
    ),
  ).toBe(true)
})
