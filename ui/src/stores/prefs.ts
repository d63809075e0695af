import { create } from 'zustand'
import { readCookie, writeCookie } from '@/lib/storage'

export type DisplayMode = 'list' | 'grid' | 'gallery'
export const displayModes: readonly DisplayMode[] = ['list', 'grid', 'gallery']

/** The 'cosmetics' cookie: how this browser likes to see things. */
export type Cosmetics = {
  rightSearchLayout: boolean
  leftContentLayout: boolean
  externalLinksNewTab: boolean
  searchDisplayMode: Record<string, DisplayMode>
}

const defaults: Cosmetics = {
  rightSearchLayout: false,
  leftContentLayout: false,
  externalLinksNewTab: true,
  searchDisplayMode: {
    mod: 'list', plugin: 'list', datapack: 'list', language: 'list', user: 'list', collection: 'list',
    resourcepack: 'gallery', modpack: 'gallery', shader: 'gallery', software: 'gallery',
  },
}

function stored(): Cosmetics {
  try {
    const found: unknown = JSON.parse(readCookie('cosmetics') ?? '{}')
    if (!found || typeof found !== 'object') return defaults
    const given = found as Partial<Cosmetics>
    const modes = Object.entries(given.searchDisplayMode ?? {}).filter(([, mode]) => displayModes.includes(mode))
    return {
      rightSearchLayout: given.rightSearchLayout === true,
      leftContentLayout: given.leftContentLayout === true,
      externalLinksNewTab: given.externalLinksNewTab !== false,
      searchDisplayMode: { ...defaults.searchDisplayMode, ...Object.fromEntries(modes) },
    }
  } catch {
    return defaults
  }
}

type PrefsState = Cosmetics & { setDisplayMode: (type: string, mode: DisplayMode) => void }

export const usePrefs = create<PrefsState>()((set, state) => ({
  ...stored(),
  setDisplayMode: (type, mode) => {
    set({ searchDisplayMode: { ...state().searchDisplayMode, [type]: mode } })
    const { rightSearchLayout, leftContentLayout, externalLinksNewTab, searchDisplayMode } = state()
    writeCookie(
      'cosmetics',
      JSON.stringify({ rightSearchLayout, leftContentLayout, externalLinksNewTab, searchDisplayMode }),
    )
  },
}))
