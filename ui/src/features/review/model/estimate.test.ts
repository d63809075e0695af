import { expect, test } from 'vitest'
import { estimateText, expected, formatShare, formatWithin } from './estimate'

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

const estimate = { scope: 'type', rounds: 12, median_seconds: 3600, seconds: 7300, measured: 20, right: 0.9 } as const

test('an estimate says how often it was right, where that was measured', () => {
  expect(estimateText(estimate)).toBe('通常 3 小时内（近 30 天 90% 在此时间内）')
  expect(estimateText({ ...estimate, right: null })).toBe('通常 3 小时内')
  expect(estimateText(null)).toBe('暂无足够记录')
})

test('the usual time is not shown beside waits that contradict it', () => {
  const hour = 3600
  const now = Date.parse('2026-11-20T12:00:00Z')
  const of = (waited: number, half: number | null) =>
    expected({ estimate, waiting_seconds: half, queued: new Date(now - waited * 1000).toISOString() }, now)
  expect(of(hour, hour)).toEqual({ text: '通常 3 小时内（近 30 天 90% 在此时间内）', estimate })
  expect(of(hour, null).estimate).toBe(estimate)
  expect(of(7 * 24 * hour, hour)).toEqual({ text: '眼下比平时慢，按顺序处理', estimate: null })
  expect(of(hour, 10 * 24 * hour).estimate).toBeNull()
  expect(expected({ estimate: null, waiting_seconds: null, queued: new Date(now).toISOString() }, now).text).toBe('暂无足够记录')
})
