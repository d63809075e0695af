import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { cosmeticsOf, mergeCosmetics, usePrefs } from '@/stores/prefs'
import { useTheme } from '@/stores/theme'

/** The preferences as the account keeps them; what is missing was never chosen. */
export type PreferencesDocument = Answer<'GET', '/_internal/preferences'>

/** The preferences of the account. One definition, because a query has the `meta` of its newest reader: none may be asked for as a session ends. */
export const preferencesQuery = queryOptions({
  meta: { personal: true },
  queryKey: ['preferences'] as const,
  queryFn: ({ signal }) => get('/_internal/preferences', { signal }),
})

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
  const prefs = usePrefs.getState()
  if (document.cosmetics) prefs.change(mergeCosmetics(document.cosmetics, cosmeticsOf(prefs)))
}

/** An account that has never chosen anything. */
export function isEmpty(document: PreferencesDocument): boolean {
  return Object.keys(document).length === 0
}
