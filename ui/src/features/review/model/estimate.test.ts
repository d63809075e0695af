import { expect, test } from 'vitest'
import { estimateText, formatShare, formatWithin } from './estimate'

test.each([
  [20, '1 小时'],
  [3600, '1 小时'],
  [3601, '2 小时'],
  [47.5 * 3600, '48 小时'],
  [49 * 3600, '3 天'],
])('a review of %d seconds happens within %s', (seconds, text) => {
  expect(formatWithin(seconds)).toBe(text)
})

test.each([
  [0, '0%'],
  [0.001, '<1%'],
  [0.915, '92%'],
  [0.999, '99%'],
  [1, '100%'],
])('a share of %f is %s', (share, text) => {
  expect(formatShare(share)).toBe(text)
})

test('an estimate says how often it was right, where that was measured', () => {
  const estimate = { scope: 'type', rounds: 12, median_seconds: 3600, seconds: 7300, measured: 20, right: 0.9 } as const
  expect(estimateText(estimate)).toBe('通常 3 小时内（近 30 天 90% 在此时间内）')
  expect(estimateText({ ...estimate, right: null })).toBe('通常 3 小时内')
  expect(estimateText(null)).toBe('暂无足够记录')
})
