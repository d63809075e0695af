import { expect, test } from 'vitest'
import { readCookie } from '@/lib/storage'
import { resolveTheme, useTheme } from './theme'

test('the button steps through all four themes and the choice is kept in the cookie', () => {
  useTheme.getState().choose('light')
  const shown: string[] = []
  for (let step = 0; step < 4; step++) {
    useTheme.getState().cycle()
    shown.push(document.documentElement.dataset.theme ?? '')
  }
  expect(shown).toEqual(['dark', 'oled', 'retro', 'light'])
  expect(readCookie('modyard_theme')).toBe('light.retro')
})

test('the system decides while nothing was chosen', () => {
  expect(resolveTheme('system', 'oled')).toBe('light')
  expect(resolveTheme('retro', 'oled')).toBe('retro')
})
