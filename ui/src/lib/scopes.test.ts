import { expect, test } from 'vitest'
import { scopeBits, scopeGroups, scopesIn, type ScopeName } from './scopes'

test('a set of scopes survives its number, beyond 32 bits too', () => {
  const set = new Set<ScopeName>(['projectRead', 'collectionCreate', 'wikiWrite'])
  expect(scopeBits(set)).toBe(2 ** 11 + 2 ** 31 + 2 ** 40)
  expect(new Set(scopesIn(scopeBits(set)))).toEqual(set)
})

test('every scope that can be given is offered exactly once', () => {
  const offered = scopeGroups.flatMap((group) => group.scopes)
  expect(new Set(offered).size).toBe(offered.length)
  expect(new Set(scopesIn(scopeBits(new Set(offered))))).toEqual(new Set(offered))
  // Whole-account rights: deleting the account, its keys, its sessions.
  for (const bit of [3, 4, 24, 25, 26, 27, 28, 29, 30, 39]) expect(Math.floor(scopeBits(new Set(offered)) / 2 ** bit) % 2).toBe(0)
})
