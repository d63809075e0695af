import { beforeEach, expect, test } from 'vitest'
import { frogId } from './frog'

beforeEach(() => localStorage.clear())

test('the frog knows a browser again by a word of its own', () => {
  const first = frogId()
  expect(first).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(frogId()).toBe(first)
  localStorage.setItem('modyard.frog', '"broken"')
  expect(frogId()).not.toBe('broken')
})
