import { expect, test } from 'vitest'
import { askedOf, changed, isNarrowed, parseIssueSearch, withoutFilters } from './search'

test('an address holds the state, the filters, the order and the page', () => {
  const given = {
    state: 'closed',
    q: ' 崩溃 ',
    label: ['bug', 'idea'],
    assignee: 'Verdi',
    author: '玩家',
    version: 'Ver00001',
    sort: 'updated-desc',
    page: '3',
  }
  const search = parseIssueSearch(given)
  expect(search).toEqual({ ...given, q: '崩溃', page: 3 })
  expect(parseIssueSearch(search)).toEqual(search)
  expect(askedOf(search)).toEqual({
    state: 'closed',
    query: '崩溃',
    labels: 'bug,idea',
    assignee: 'Verdi',
    author: '玩家',
    version: 'Ver00001',
    sort: 'updated',
    direction: 'desc',
    page: 3,
    cursor: undefined,
  })
})

test.each<Record<string, unknown>>([
  {},
  { state: 'open' },
  { state: ['nonsense'], sort: 'created-desc', page: '1' },
  { page: '-1', sort: 'votes-desc', label: ['', 'a,b', 'x'.repeat(65)] },
  { page: '501', q: '   ', author: '', cursor: '<script>' },
  { page: { toString: () => '2' }, label: [{}, null], q: null },
])('what has no meaning is left out: %o', (given) => {
  expect(parseIssueSearch(given)).toEqual({})
  expect(askedOf(parseIssueSearch(given)).state).toBe('open')
})

test('a long text and many labels are cut', () => {
  const search = parseIssueSearch({ q: '长'.repeat(500), label: Array.from({ length: 40 }, (_, at) => `l${at}`) })
  expect(search.q).toHaveLength(100)
  expect(search.label).toHaveLength(10)
})

test('a changed filter begins at the first page and keeps the others', () => {
  const search = parseIssueSearch({ q: 'x', page: '4', sort: 'created-asc' })
  expect(changed(search, { label: ['bug'] })).toEqual({ q: 'x', label: ['bug'], sort: 'created-asc' })
  expect(changed(search, { q: undefined })).toEqual({ sort: 'created-asc' })
  expect(changed(search, { page: 2 })).toEqual({ q: 'x', sort: 'created-asc', page: 2 })
  expect(changed({ cursor: 'abc' }, {})).toEqual({})
})

test('clearing the filters keeps the state and the order', () => {
  const search = parseIssueSearch({ state: 'all', q: 'x', author: 'y', sort: 'comments-desc', page: '2' })
  expect(withoutFilters(search)).toEqual({ state: 'all', sort: 'comments-desc' })
  expect(isNarrowed(search)).toBe(true)
  expect(isNarrowed(withoutFilters(search))).toBe(false)
})
