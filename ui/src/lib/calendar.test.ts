import { expect, test } from 'vitest'
import { dayIn, plusDays, plusMonths, weeksOf, withDay } from './calendar'

test('a month is shown in whole weeks from Monday', () => {
  const weeks = weeksOf('2026-11-25')
  expect(weeks[0]?.[0]).toBe('2026-10-26')
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  expect(weeksOf('2027-02-10')).toHaveLength(4) // February of four weeks
  expect(weeksOf('2026-08-01')).toHaveLength(6)
})

test('days and months are added across their ends', () => {
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(plusDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(plusMonths('2026-01-31', -2)).toBe('2025-11-30')
})

test('only a complete day is one', () => {
  expect(dayIn('2026-11-25')).toBe('2026-11-25')
  expect(dayIn('2026-11-25T08:30')).toBe('2026-11-25')
  for (const value of ['', '2026-11', '2026-13-01', '02026-11-25', '2026-11-25x']) expect(dayIn(value), value).toBeUndefined()
})

test('another day keeps the time, which is noon where there was none', () => {
  expect(withDay('2026-11-25T08:30', '2026-12-01', true)).toBe('2026-12-01T08:30')
  expect(withDay('', '2026-12-01', true)).toBe('2026-12-01T12:00')
  expect(withDay('2026-11-25', '2026-12-01', false)).toBe('2026-12-01')
})
