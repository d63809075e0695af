import { expect, test } from 'vitest'
import { parseAnalyticsSearch } from './search'

test('an address keeps a preset, days and a dimension that exist, and nothing else', () => {
  expect(parseAnalyticsSearch({})).toEqual({})
  expect(parseAnalyticsSearch({ days: 7, by: 'version' })).toEqual({ days: 7, by: 'version' })
  expect(parseAnalyticsSearch({ days: 8, by: 'color', from: 'x', to: 1 })).toEqual({})
  expect(parseAnalyticsSearch({ from: '2026-01-01', to: '2026-01-31' })).toEqual({ from: '2026-01-01', to: '2026-01-31' })
})
