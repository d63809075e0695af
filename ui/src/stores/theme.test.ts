import { expect, test } from 'vitest'
import { readCookie } from '@/lib/storage'
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
