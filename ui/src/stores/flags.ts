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

/** What can be switched on this device, with what holds while nobody has. */
export const flagDefaults = {
  /** Nothing moves by itself, and nothing slides or fades. */
  still: false,
  /** A page's code and data are fetched when the pointer comes to its link. */
  hoverPreload: true,
  /** Pages hear of changes by a stream. */
  liveUpdates: true,
  /** The keys / and Ctrl K lead to the search. */
  shortcuts: true,
  /** Carousels turn by themselves. */
  autoTurn: true,
  /** Moments instead of 3 小时前. */
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

/** Whether a flag is on, for code outside components. */
export function flagOn(name: Flag): boolean {
  return useFlags.getState().flags[name]
}
