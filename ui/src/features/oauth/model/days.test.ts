import { expect, test } from 'vitest'
import { lastDays } from './days'

test('the last days are all there, in order, across the end of a month, and older ones are left out', () => {
  const counted = [
    { day: '2026-02-01', requests: 99 },
    { day: '2026-02-27', requests: 3 },
    { day: '2026-03-01', requests: 5 },
  ]
  expect(lastDays(counted, 4, Date.parse('2026-03-01T23:59:59Z'))).toEqual([
    { day: '2026-02-26', requests: 0 },
    { day: '2026-02-27', requests: 3 },
    { day: '2026-02-28', requests: 0 },
    { day: '2026-03-01', requests: 5 },
  ])
})
