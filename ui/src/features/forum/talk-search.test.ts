import { expect, test } from 'vitest'
import { isNarrowed, parseTalkSearch } from './talk-search'

test.each([
  [{}, {}],
  [{ q: '崩溃', section: 'issues', author: 'Verdi', since: '2026-01-31', until: '2026-02-01' }, undefined],
  [{ q: '崩溃', section: 'issues', state: 'open' }, undefined],
  [
    { q: '崩溃', section: 'chat', state: 'open' },
    { q: '崩溃', section: 'chat' },
  ],
  [
    { q: '崩溃', section: 'issues', state: 'half' },
    { q: '崩溃', section: 'issues' },
  ],
  [{ q: ' ', section: 'nothing', author: 3, since: 'yesterday', until: '2026-99-99' }, {}],
  [{ q: 'a'.repeat(201) }, {}],
])('%j is the search %j', (given, wanted) => {
  expect(parseTalkSearch(given)).toEqual(wanted ?? given)
})

test('words alone narrow nothing', () => {
  expect(isNarrowed({ q: '崩溃' })).toBe(false)
  expect(isNarrowed({ since: '2026-01-01' })).toBe(true)
})
