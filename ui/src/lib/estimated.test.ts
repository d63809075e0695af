import { expect, test } from 'vitest'
import { dayOf, momentOf, relativeOf, whyEstimated } from './estimated'
import { isUnknownTime } from './format'

const unknown = '2011-11-18T00:00:00Z'

test('a time that nothing tells is unknown, and no guess', () => {
  expect(isUnknownTime(unknown, true)).toBe(true)
  expect(isUnknownTime(unknown, false)).toBe(false)
  expect(isUnknownTime('2011-11-18T00:00:01Z', true)).toBe(false)
  for (const said of [relativeOf(unknown, true), dayOf(unknown, true), momentOf(unknown, true)]) expect(said).toBe('日期未知')
  expect(whyEstimated(unknown)).not.toBe(whyEstimated('2023-01-02T00:00:00Z'))
})

test('an estimate says that it is one, and a fact does not', () => {
  const time = '2023-01-02T08:00:00Z'
  expect(relativeOf(time, true)).toMatch(/^(约|大约)/)
  expect(relativeOf(time, false)).not.toMatch(/约/)
  expect(dayOf(time, true)).toMatch(/^2023-01-02（推算）$/)
  expect(momentOf(time, true)).toBe('2023-01-02（推算）')
  expect(momentOf(time, false)).toMatch(/2023.*\d{2}:\d{2}/)
})
