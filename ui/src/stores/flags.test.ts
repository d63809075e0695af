import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

test('a switched flag is kept on the device and shown at once, and reset brings everything back', async () => {
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

test('what is kept but not understood is passed over', async () => {
  localStorage.setItem('modyard.flags', '{"still":"yes","unknown":true,"autoTurn":false}')
  const { useFlags, flagDefaults } = await import('./flags')
  expect(useFlags.getState().flags).toEqual({ ...flagDefaults, autoTurn: false })
})
