import { expect, test, vi } from 'vitest'
import { formatBytes, formatCount, formatDate, formatExact, formatRelative, isFresh } from './format'

test.each([
  [0, '0'],
  [999, '999'],
  [9_999, '9,999'],
  [10_000, '1.0 万'],
  [412_345, '41.2 万'],
  [99_999_999, '10000.0 万'],
  [100_000_000, '1.00 亿'],
  [128_460_312, '1.28 亿'],
])('%i is shown as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test('a count in full has commas', () => {
  expect(formatExact(128_460_312)).toBe('128,460,312')
})

test.each([
  [0, '0 字节'],
  [1_023, '1,023 字节'],
  [1_024, '1.00 KiB'],
  [4_718_592, '4.50 MiB'],
  [3 * 1024 ** 3, '3.00 GiB'],
  [2048 * 1024 ** 3, '2048.00 GiB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

const now = Date.UTC(2026, 10, 21, 12)
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()

test.each([
  [5, '刚刚'],
  [-30, '刚刚'],
  [60, '1 分钟前'],
  [3_599, '59 分钟前'],
  [3_600, '1 小时前'],
  [23 * 3_600, '23 小时前'],
  [86_400, '昨天'],
  [3 * 86_400, '3 天前'],
  [14 * 86_400, '2 周前'],
  [70 * 86_400, '2 个月前'],
  [800 * 86_400, '2 年前'],
])('%i seconds ago reads %s', (seconds, text) => {
  expect(formatRelative(before(seconds), now)).toBe(text)
})

test.each([
  [2 * 86_400, '前天'],
  [7 * 86_400, '上周'],
  [30 * 86_400, '上个月'],
  [365 * 86_400, '去年'],
])('%i seconds ago has the name %s', (seconds, text) => {
  expect(formatRelative(before(seconds), now)).toBe(text)
})

test('an engine with other words for the same time changes nothing', () => {
  vi.spyOn(Intl.RelativeTimeFormat.prototype, 'format').mockReturnValue('16分前')
  expect(formatRelative(before(16 * 60), now)).toBe('16 分钟前')
})

test('an invalid time shows nothing', () => {
  expect(formatRelative('never', now)).toBe('')
  expect(formatDate('never')).toBe('')
})

test('only the last hour is fresh', () => {
  expect(isFresh(before(3_599), now)).toBe(true)
  expect(isFresh(before(3_600), now)).toBe(false)
  expect(isFresh(before(-10), now)).toBe(false)
})
