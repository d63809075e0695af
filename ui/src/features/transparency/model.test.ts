import { expect, test } from 'vitest'
import { formatWait, monthLabels, overturnRate, waitUnit } from './model'

const counts = { approved: 0, rejected: 0, withheld: 0, overturned: 0, median_seconds: null, p95_seconds: null }

test('the rate of undone decisions is of all that were made or undone', () => {
  expect(overturnRate(counts)).toBeNull()
  expect(overturnRate({ ...counts, approved: 2, rejected: 1, overturned: 1 })).toBe(0.25)
  expect(overturnRate({ ...counts, overturned: 1 })).toBe(1)
})

test('a month has a long and a short name', () => {
  expect(monthLabels('2026-09')).toEqual({ label: '2026 年 9 月', short: '9 月' })
})

test.each([
  [0, '0', 60],
  [90, '1.5 分钟', 60],
  [3600, '1 小时', 3600],
  [40 * 3600, '40 小时', 3600],
  [60 * 3600, '2.5 天', 86_400],
])('%d seconds on a scale are %s', (seconds, text, unit) => {
  expect(formatWait(seconds)).toBe(text)
  expect(waitUnit(seconds)).toBe(unit)
})
