import { expect, test } from 'vitest'
import { localTime, momentOf, timeProblem, timeRange } from './release-time'

const now = new Date(2026, 4, 1, 12, 30).getTime()

test('a field shows a moment in the zone of the viewer, and gives it back', () => {
  expect(localTime(now)).toBe('2026-05-01T12:30')
  expect(momentOf('2026-05-01T12:30')).toBe(now)
  expect(localTime(Number.NaN)).toBe('')
})

test('a time is complete, in the future and within a year', () => {
  for (const text of ['', '2026-05-01', '2026-05-01T', 'tomorrow', '2026-13-01T00:00']) expect(timeProblem(text, now), text).toBe('none')
  expect(timeProblem('2026-05-01T12:30', now)).toBe('past')
  expect(timeProblem('2026-05-01T12:31', now)).toBeUndefined()
  expect(timeProblem('2027-05-01T12:30', now)).toBeUndefined()
  expect(timeProblem('2027-05-03T12:30', now)).toBe('far')
})

test('the offered minutes are valid', () => {
  const { min, max } = timeRange(now)
  expect([timeProblem(min, now), timeProblem(max, now)]).toEqual([undefined, undefined])
})
