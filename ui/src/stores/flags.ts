import { create } from 'zustand'
import { readLocal, writeLocal } from '@/lib/storage'

const DEVELOPER_KEY = 'modyard.developer'
const KEY = 'modyard.flags'

/** Developer mode of this device: internal ids are shown. */
export const useDeveloperMode = create<{ on: boolean; toggle: () => void }>()((set, state) => ({
  on: readLocal(DEVELOPER_KEY) === true,
  toggle: () => {
    const on = !state().on
    writeLocal(DEVELOPER_KEY, on)
    set({ on })
  },
}))

/** The flags of this device, with their defaults. */
export const flagDefaults = {
  /** No automatic motion, slides or fades. */
  still: false,
  /** A page's code and data are prefetched when the pointer reaches its link. */
  hoverPreload: true,
  /** Pages receive changes by a stream. */
  liveUpdates: true,
  /** Keys outside of texts: / for the search, Ctrl K for the commands, and those of lists. */
  shortcuts: true,
  /** Carousels rotate automatically. */
  autoTurn: true,
  /** Exact times instead of 3 小时前. */
  exactTimes: false,
}

export type Flag = keyof typeof flagDefaults
export type Flags = Record<Flag, boolean>

function stored(): Flags {
  const found = readLocal(KEY)
  const flags: Flags = { ...flagDefaults }
  if (!found || typeof found !== 'object') return flags
  for (const name of Object.keys(flags) as Flag[]) {
    const value = (found as Partial<Record<Flag, unknown>>)[name]
    if (typeof value === 'boolean') flags[name] = value
  }
  return flags
}

function show(flags: Flags): void {
  if (flags.still) document.documentElement.dataset.motion = 'off'
  else delete document.documentElement.dataset.motion
}

type FlagState = { flags: Flags; set: (name: Flag, on: boolean) => void; reset: () => void }

export const useFlags = create<FlagState>()((set, state) => {
  const keep = (flags: Flags) => {
    writeLocal(KEY, flags)
    set({ flags })
    show(flags)
  }
  const flags = stored()
  show(flags)
  return {
    flags,
    set: (name, on) => keep({ ...state().flags, [name]: on }),
    reset: () => keep({ ...flagDefaults }),
  }
})

/** Whether a flag is on, for code outside of components. */
export function flagOn(name: Flag): boolean {
  return useFlags.getState().flags[name]
}
