import { expect, test } from 'vitest'
import { safeRedirect } from './redirect'

test.each([
  ['/mod/some-mod?tab=1#x', '/mod/some-mod?tab=1#x'],
  ['/dashboard', '/dashboard'],
])('a path of this site is kept: %s', (wanted, path) => {
  expect(safeRedirect(wanted)).toBe(path)
})

test.each([
  'https://evil.example',
  '//evil.example/x',
  '/\\evil.example',
  'javascript:alert(1)',
  '',
  undefined,
  7,
  '/auth/sign-in?redirect=/x',
  '/.//evil.example',
])('anything else leads home: %s', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/')
})
