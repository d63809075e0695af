import { expect, test } from 'vitest'
import { parseAnalyticsSearch } from './search'

test('an address keeps a preset, a range or a dimension that exist, and nothing else', () => {
  expect(parseAnalyticsSearch({})).toEqual({})
  expect(parseAnalyticsSearch({ days: '7', by: 'version' })).toEqual({ days: 7, by: 'version' })
  expect(parseAnalyticsSearch({ days: 30, by: 'project' })).toEqual({})
  expect(parseAnalyticsSearch({ days: '8', by: 'color', from: 'x', to: 1 })).toEqual({})
  expect(parseAnalyticsSearch({ days: 90, from: '2026-01-01', to: '2026-01-31' })).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(parseAnalyticsSearch({ from: '2026-02-01', to: '2026-01-31' })).toEqual({})
  expect(parseAnalyticsSearch({ from: '2024-01-01', to: '2026-01-31' })).toEqual({})
  expect(parseAnalyticsSearch({ from: '2026-02-30', to: '2026-03-01' })).toEqual({})
})
