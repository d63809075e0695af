import { expect, test } from 'vitest'
import { dimensionsOf, requestOf } from './api'
import { parseAnalyticsSearch } from './search'

const given = (search: Parameters<typeof parseAnalyticsSearch>[0]) =>
  Object.fromEntries(Object.entries(parseAnalyticsSearch(search)).filter(([, value]) => value !== undefined))

test('an address keeps what exists, and nothing else', () => {
  expect(given({})).toEqual({})
  expect(given({ metric: 'views', days: '7', by: 'country', slice: 'hour', of: 'site' })).toEqual({
    metric: 'views',
    days: 7,
    by: 'country',
    slice: 'hour',
    of: 'site',
  })
  expect(given({ metric: 'downloads', days: 8, by: 'color', from: 'x', to: 1, slice: 'minute', of: 'all' })).toEqual({})
  expect(given({ from: '2026-13-45', to: '2026-00-00' })).toEqual({})
  expect(given({ from: '2026-01-01', to: '2026-01-31' })).toEqual({ from: '2026-01-01', to: '2026-01-31' })
})

test('what cannot be divided by a dimension is not asked for by it', () => {
  expect(dimensionsOf({ project: 'a' }, 'downloads', false)[0]).toBe('version')
  expect(dimensionsOf({ project: 'a' }, 'followers', false)).toEqual(['project'])
  expect(dimensionsOf(undefined, 'downloads', true)).not.toContain('version')
  expect(requestOf(undefined, { metric: 'views', by: 'version' }).by).toBe('project')
})

test('hours are asked for where they are kept: of one day always, of two weeks on demand', () => {
  expect(requestOf(undefined, { from: '2026-01-01', to: '2026-01-01' }).slice).toBe('hour')
  expect(requestOf(undefined, { from: '2026-01-01', to: '2026-01-14', slice: 'hour' }).slice).toBe('hour')
  expect(requestOf(undefined, { from: '2026-01-01', to: '2026-01-15', slice: 'hour' }).slice).toBe('day')
  expect(requestOf(undefined, { metric: 'followers', from: '2026-01-01', to: '2026-01-01' }).slice).toBe('day')
})

test('the whole site is only asked for where nothing else is', () => {
  expect(requestOf(undefined, { of: 'site' }).site).toBe(true)
  expect(requestOf({ organization: 'a' }, { of: 'site' }).site).toBe(false)
})
