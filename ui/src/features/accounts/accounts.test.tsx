import { expect, test } from 'vitest'
import { countBits } from './components/account-lists'
import { actsFor, durationsFor, endOf } from './components/suspend-dialog'
import { accountsQuery, parseAccountsSearch } from './search'

test('unknown filters are dropped, and an address never stands in the address of a page', () => {
  expect(
    parseAccountsSearch({ q: ' mira ', role: 'god', state: 'suspended', from: '2026-13-40', to: '2026-11-01', after: '../x' }),
  ).toEqual({
    q: 'mira',
    state: 'suspended',
    to: '2026-11-01',
  })
  expect(parseAccountsSearch({ q: 'mira@example.org' })).toEqual({})
  expect(parseAccountsSearch({ q: ['a', 'b'], after: 'UserMir1', role: 'treasurer' })).toMatchObject({
    after: 'UserMir1',
    role: 'treasurer',
  })
})

test('the last day is included', () => {
  const { from, to } = accountsQuery({ from: '2026-11-01', to: '2026-11-01' })
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 60 * 60 * 1000)
})

test('moderators suspend for thirty days at most and not the sign-in', () => {
  expect(durationsFor(false).at(-1)).toBe('30')
  expect(durationsFor(true)).toContain('forever')
  expect(actsFor(false)).not.toContain('sign_in')
  expect(actsFor(true)).toContain('sign_in')
})

test('a suspension ends after its days, or never', () => {
  const now = Date.UTC(2026, 10, 29, 12)
  expect(endOf('7', now)).toBe('2026-12-06T12:00:00.000Z')
  expect(endOf('forever', now)).toBeNull()
})

test('scopes beyond 32 bits are counted', () => {
  expect(countBits(0)).toBe(0)
  expect(countBits(2 ** 48 + 2 ** 40 + 3)).toBe(4)
})
