import { afterEach, expect, test, vi } from 'vitest'
import { formatDateTime } from './format'
import { formatZoned } from './zoned'

afterEach(() => vi.restoreAllMocks())

const time = '2026-11-30T06:39:00Z'

test.each([
  [-480, 'UTC+8'],
  [0, 'UTC'],
  [210, 'UTC-3:30'],
  [-345, 'UTC+5:45'],
])('a time %i minutes west of Greenwich says %s', (west, zone) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(west)
  expect(formatZoned(time)).toBe(`${formatDateTime(time)} ${zone}`)
})

test('an invalid time shows nothing', () => {
  expect(formatZoned('never')).toBe('')
})
