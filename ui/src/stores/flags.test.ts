import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

test('a changed flag is stored on the device and applied at once, and reset restores the defaults', async () => {
  const { useFlags, flagOn } = await import('./flags')
  useFlags.getState().set('still', true)
  useFlags.getState().set('shortcuts', false)
  expect(document.documentElement.dataset.motion).toBe('off')
  expect(JSON.parse(localStorage.getItem('modyard.flags') ?? '')).toMatchObject({ still: true, shortcuts: false, hoverPreload: true })
  vi.resetModules()
  const again = await import('./flags')
  expect(again.flagOn('shortcuts')).toBe(false)
  useFlags.getState().reset()
  expect(flagOn('still')).toBe(false)
  expect(document.documentElement.dataset.motion).toBeUndefined()
})

test('unknown stored values are ignored', async () => {
  localStorage.setItem('modyard.flags', '{"still":"yes","unknown":true,"autoTurn":false}')
  const { useFlags, flagDefaults } = await import('./flags')
  expect(useFlags.getState().flags).toEqual({ ...flagDefaults, autoTurn: false })
})
