import { expect, test } from 'vitest'
import { isRecent } from './lock'

const now = Date.parse('2026-05-01T12:00:00Z')
const expires = (minutes: number) => ({ expires_at: new Date(now + minutes * 60_000).toISOString() })

test('who renewed the lock within two minutes is at work', () => {
  expect(isRecent(expires(15), now)).toBe(true)
  expect(isRecent(expires(13.1), now)).toBe(true)
  expect(isRecent(expires(13), now)).toBe(false)
  expect(isRecent({ expires_at: null }, now)).toBe(false)
})
