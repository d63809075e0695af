import { create } from 'zustand'
import { readCookie, writeCookie } from '@/lib/storage'

export type Theme = 'light' | 'dark' | 'oled' | 'retro'
export type ThemeChoice = 'system' | Theme
export type DarkTheme = Exclude<Theme, 'light'>

const themes: readonly Theme[] = ['light', 'dark', 'oled', 'retro']
const COOKIE = 'modyard_theme'

function isTheme(text: string | undefined): text is Theme {
  return themes.some((one) => one === text)
}

function stored(): { choice: ThemeChoice; preferredDark: DarkTheme } {
  const cookie = readCookie(COOKIE)
  const [choice, dark] = (cookie ?? 'system').split('.')
  const valid = isTheme(dark) && dark !== 'light'
  if (dark !== undefined && !valid) console.warn(`Invalid preferred dark theme: ${dark}`)
  return { choice: isTheme(choice) ? choice : 'system', preferredDark: valid ? dark : 'dark' }
}

function darkSystem(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches
}

type ThemeState = {
  choice: ThemeChoice
  preferredDark: DarkTheme
  /** Stores the choice in the cookie that the page's first script reads, and applies it. A dark theme becomes the
   * preferred dark one. */
  choose: (choice: ThemeChoice, preferredDark?: DarkTheme) => void
  /** Switches between light and the preferred dark theme. */
  cycle: () => void
}

/** The applied theme of a choice. */
export function resolveTheme(choice: ThemeChoice, preferredDark: DarkTheme, dark = darkSystem()): Theme {
  if (choice !== 'system') return choice
  return dark ? preferredDark : 'light'
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour || '#ffffff')
}

export const useTheme = create<ThemeState>()((set, state) => ({
  ...stored(),
  choose: (choice, dark = state().preferredDark) => {
    const preferredDark = choice === 'system' || choice === 'light' ? dark : choice
    writeCookie(COOKIE, `${choice}.${preferredDark}`)
    set({ choice, preferredDark })
    show(resolveTheme(choice, preferredDark))
  },
  cycle: () => {
    const { choice, preferredDark, choose } = state()
    choose(resolveTheme(choice, preferredDark) === 'light' ? preferredDark : 'light')
  },
}))

/** Reads the cookie of the next page that the server draws (see rereadPrefs). */
export function rereadTheme(): void {
  const next = stored()
  Object.assign(useTheme.getInitialState(), next)
  useTheme.setState(next)
}

/** Applies the stored theme, and follows the system's where there is no choice. */
export function startTheme(): void {
  const apply = () => {
    const { choice, preferredDark } = useTheme.getState()
    show(resolveTheme(choice, preferredDark))
  }
  apply()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
}
