import { expect, test } from 'vitest'
import { formatSpan, secondsSince, waitShare, waitTone } from './waiting'

const hour = 3600

test.each([
  [0, 'calm'],
  [24 * hour - 1, 'calm'],
  [24 * hour, 'warn'],
  [48 * hour - 1, 'warn'],
  [48 * hour, 'bad'],
])('%i seconds of waiting look %s', (seconds, tone) => {
  expect(waitTone(seconds)).toBe(tone)
})

test.each([
  [20, '不到 1 分钟'],
  [5 * 60, '5 分钟'],
  [23 * hour + 42 * 60, '23 小时 42 分'],
  [52 * hour, '2 天 4 小时'],
])('%i seconds read %s', (seconds, text) => {
  expect(formatSpan(seconds)).toBe(text)
})

test('the bar grows with the waiting and never beyond its end', () => {
  expect(waitShare(28 * hour)).toBeCloseTo(0.5)
  expect(waitShare(500 * hour)).toBe(1)
})

test('a server clock ahead of ours is no negative waiting', () => {
  expect(secondsSince('2026-01-02T00:00:00Z', Date.parse('2026-01-01T00:00:00Z'))).toBe(0)
})
