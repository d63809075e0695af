import { create } from 'zustand'
import { listModes, typeFacts } from '@/lib/types.gen'
import { readCookie, writeCookie } from '@/lib/storage'

export type DisplayMode = 'list' | 'grid' | 'gallery'
export const displayModes: readonly DisplayMode[] = ['list', 'grid', 'gallery']

/** Boolean preferences. */
export type CosmeticSwitches = {
  rightSearchLayout: boolean
  leftContentLayout: boolean
  advancedRendering: boolean
  externalLinksNewTab: boolean
  notUsingBlockers: boolean
  hideAppPromos: boolean
  hideStagingBanner: boolean
}

/** The 'cosmetics' cookie: the display preferences of this browser. */
export type Cosmetics = CosmeticSwitches & { searchDisplayMode: Record<string, DisplayMode> }

const switches: CosmeticSwitches = {
  rightSearchLayout: false,
  leftContentLayout: false,
  advancedRendering: true,
  externalLinksNewTab: true,
  notUsingBlockers: false,
  hideAppPromos: false,
  hideStagingBanner: false,
}
const modes: Record<string, DisplayMode> = {
  ...Object.fromEntries(typeFacts.map(({ id, mode }) => [id, mode])),
  ...listModes,
}

/** Merges the valid preferences of a cookie or of the account into the present ones. */
export function mergeCosmetics(found: unknown, over: Cosmetics = { ...switches, searchDisplayMode: modes }): Cosmetics {
  const merged = { ...over, searchDisplayMode: { ...over.searchDisplayMode } }
  if (!found || typeof found !== 'object') return merged
  const given = found as Record<string, unknown>
  for (const name of Object.keys(switches) as (keyof CosmeticSwitches)[]) {
    const value = given[name]
    if (typeof value === 'boolean') merged[name] = value
  }
  for (const [type, mode] of Object.entries(given.searchDisplayMode ?? {})) {
    if (type in modes && displayModes.includes(mode as DisplayMode)) merged.searchDisplayMode[type] = mode as DisplayMode
  }
  return merged
}

function stored(): Cosmetics {
  try {
    return mergeCosmetics(JSON.parse(readCookie('cosmetics') ?? '{}'))
  } catch {
    return mergeCosmetics({})
  }
}

/** Reads the cookie of the next page that the server draws. Its render uses the initial state, so that is replaced too. */
export function rereadPrefs(): void {
  const next = stored()
  Object.assign(usePrefs.getInitialState(), next)
  usePrefs.setState(next)
}

/** The preferences without the functions of the store. */
export function cosmeticsOf(state: Cosmetics): Cosmetics {
  return mergeCosmetics(state)
}

type PrefsState = Cosmetics & {
  /** Applies a change and stores all preferences in the cookie. */
  change: (change: Partial<Cosmetics>) => void
  setDisplayMode: (type: string, mode: DisplayMode) => void
}

export const usePrefs = create<PrefsState>()((set, state) => ({
  ...stored(),
  change: (change) => {
    const next = mergeCosmetics(change, cosmeticsOf(state()))
    set(next)
    document.documentElement.toggleAttribute('data-plain', !next.advancedRendering)
    writeCookie('cosmetics', JSON.stringify(next))
  },
  setDisplayMode: (type, mode) => state().change({ searchDisplayMode: { [type]: mode } }),
}))
