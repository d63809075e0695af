import { expect, test } from 'vitest'
import { lineOf, roundUp, stackOf } from './chart-scale'

test.each([
  [0, 1, 2],
  [1, 1, 2],
  [3, 1, 4],
  [11, 1, 20],
  [97, 1, 100],
  [5, 1, 6],
  [45, 1, 50],
  [5 * 3600, 3600, 6 * 3600],
  [0.034, 0.01, 0.04],
])('the scale of %f in units of %f ends at %f', (value, unit, end) => {
  expect(roundUp(value, unit)).toBeCloseTo(end)
})

test('stacked values stand on each other', () => {
  expect(stackOf([1, null, 3], 10)).toEqual([
    { from: 0, height: 10 },
    { from: 10, height: 0 },
    { from: 10, height: 30 },
  ])
})

test('a line is broken where a value is missing', () => {
  expect(lineOf([0, 5, null, 10], 10)).toBe('M5 100.00L15 50.00M35 0.00')
})
