import { expect, test, vi } from 'vitest'
import { clearCookie, readCookie, writeCookie } from '@/lib/storage'
import { resolveTheme, useTheme } from './theme'

test('the button switches between light and the preferred dark theme, and the choice is stored in the cookie', () => {
  useTheme.getState().choose('retro')
  useTheme.getState().choose('light')
  const shown: string[] = []
  for (let step = 0; step < 3; step++) {
    useTheme.getState().cycle()
    shown.push(document.documentElement.dataset.theme ?? '')
  }
  expect(shown).toEqual(['retro', 'light', 'retro'])
  expect(readCookie('modyard_theme')).toBe('retro.retro')
})

test('the preferred dark theme can be chosen without applying it', () => {
  useTheme.getState().choose('light', 'oled')
  expect(document.documentElement.dataset.theme).toBe('light')
  useTheme.getState().cycle()
  expect(document.documentElement.dataset.theme).toBe('oled')
})

test('the theme of the system applies without a choice', () => {
  expect(resolveTheme('system', 'oled')).toBe('light')
  expect(resolveTheme('retro', 'oled')).toBe('retro')
})

test('a preferred dark theme that is not one is replaced by dark, and the console says so', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const opened = async () => {
    vi.resetModules()
    return (await import('./theme')).useTheme.getState()
  }
  clearCookie('modyard_theme')
  await opened()
  writeCookie('modyard_theme', 'light')
  await opened()
  writeCookie('modyard_theme', 'light.oled')
  expect(await opened()).toMatchObject({ choice: 'light', preferredDark: 'oled' })
  expect(warn).not.toHaveBeenCalled()
  for (const wrong of ['light.light', 'light.neon']) {
    writeCookie('modyard_theme', wrong)
    expect(await opened()).toMatchObject({ choice: 'light', preferredDark: 'dark' })
  }
  expect(warn).toHaveBeenCalledTimes(2)
})
