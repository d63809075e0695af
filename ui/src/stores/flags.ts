import { create } from 'zustand'
import { readLocal, writeLocal } from '@/lib/storage'

const KEY = 'modyard.developer'

/** Developer mode of this device: internal ids are shown. */
export const useDeveloperMode = create<{ on: boolean; toggle: () => void }>()((set, state) => ({
  on: readLocal(KEY) === true,
  toggle: () => {
    const on = !state().on
    writeLocal(KEY, on)
    set({ on })
  },
}))
