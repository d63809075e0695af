import { expect, test, vi } from 'vitest'
import { describe, pageKind, startReports } from './browser-report'

const measured = vi.hoisted(() => ({ watch: vi.fn() }))
vi.mock('web-vitals', () => ({ onCLS: measured.watch, onFCP: vi.fn(), onINP: vi.fn(), onLCP: vi.fn(), onTTFB: vi.fn() }))

test.each([
  ['/', 'home'],
  ['/mods', 'search'],
  ['/mod/sodium/versions', 'project'],
  ['/user/somebody', 'profile'],
  ['/dashboard/projects', 'work'],
  ['/report', 'other'],
])('%s is reported as %s', (path, kind) => {
  expect(pageKind(path)).toBe(kind)
})

test('an error is reported by its class and place, without its message', () => {
  const error = new TypeError('somebody wrote this')
  error.stack = 'TypeError: somebody wrote this\n    at f (https://example.org/assets/ab-1.js:1:205)'
  expect(describe('error', error)).toEqual({ kind: 'error', name: 'TypeError', place: 'assets/ab-1.js:1:205' })
  expect(describe('rejection', 'text')).toEqual({ kind: 'rejection' })
})

test('errors are sent once when the page is left, at most five of them, and the vitals of one page load in ten', () => {
  window.earlyErrors = [new RangeError('early')]
  const sent: string[] = []
  startReports((body) => void sent.push(body), 0.5)
  expect(measured.watch).not.toHaveBeenCalled()
  for (let i = 0; i < 9; i++) dispatchEvent(new Event('part-failed'))
  dispatchEvent(new Event('pagehide'))
  dispatchEvent(new Event('pagehide'))
  const part = { kind: 'part' }
  expect(sent.map((body) => JSON.parse(body))).toEqual([
    { page: 'home', errors: [{ kind: 'error', name: 'RangeError' }, part, part, part, part], vitals: [] },
  ])
  startReports(() => undefined, 0.05)
  expect(measured.watch).toHaveBeenCalledOnce()
})
