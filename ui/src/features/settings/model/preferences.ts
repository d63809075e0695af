import { cosmeticsOf, usePrefs, type Cosmetics } from '@/stores/prefs'
import { useTheme, type DarkTheme, type ThemeChoice } from '@/stores/theme'

/** The preferences as the account keeps them; what is missing was never chosen. */
export type PreferencesDocument = {
  theme?: ThemeChoice
  preferred_dark?: DarkTheme
  preferred_light?: 'light'
  cosmetics?: Partial<Cosmetics>
}

/** What this device shows now. */
export function deviceDocument(): PreferencesDocument {
  const { choice, preferredDark } = useTheme.getState()
  return { theme: choice, preferred_dark: preferredDark, preferred_light: 'light', cosmetics: cosmeticsOf(usePrefs.getState()) }
}

/** Makes this device show what the document says; what it does not name stays. */
export function applyDocument(document: PreferencesDocument): void {
  const { choice, preferredDark, choose } = useTheme.getState()
  const theme = document.theme ?? choice
  const dark = document.preferred_dark ?? preferredDark
  if (theme !== choice || dark !== preferredDark) choose(theme, dark)
  // What a person sees may be the other dark theme: the choice carries itself as the preferred one.
  if (useTheme.getState().preferredDark !== dark) useTheme.setState({ preferredDark: dark })
  if (document.cosmetics) usePrefs.getState().change(document.cosmetics)
}

/** An account that has never chosen anything. */
export function isEmpty(document: PreferencesDocument): boolean {
  return Object.keys(document).length === 0
}
