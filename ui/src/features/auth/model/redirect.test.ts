import { expect, test } from 'vitest'
import { isWork, welcomeAt } from './after-sign-up'
import { safeRedirect } from './redirect'

test.each([
  ['/mod/some-mod?tab=1#x', '/mod/some-mod?tab=1#x'],
  ['/dashboard', '/dashboard'],
  ['/auth/authorize?client_id=a&state=%2F%2Fx&scope=A+B', '/auth/authorize?client_id=a&state=%2F%2Fx&scope=A+B'],
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
  '/auth/authorize/../sign-in?redirect=/x',
  '/auth/authorized',
  '//auth/authorize',
  '/.//evil.example',
])('anything else leads home: %s', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/')
})

test('who came to work goes on with it, and the first page leads everybody else back', () => {
  expect(
    ['/dashboard', '/dashboard/projects?create=1', '/settings/profile', '/report?item=x', '/auth/authorize?client_id=a'].every(isWork),
  ).toBe(true)
  expect(['/', '/mods', '/mod/dashboard', '/dashboards'].some(isWork)).toBe(false)
  expect(welcomeAt('/')).toBe('/auth/welcome')
  expect(welcomeAt('/mods?q=灯&v=1.21')).toBe('/auth/welcome?redirect=%2Fmods%3Fq%3D%E7%81%AF%26v%3D1.21')
})
