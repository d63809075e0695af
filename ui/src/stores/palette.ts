import { create } from 'zustand'

/** What the keyboard opens over every page: the commands, or the list of keys. */
export type Palette = 'commands' | 'keys'

export const usePalette = create<{ shown: Palette | undefined; open: (shown: Palette) => void; close: () => void }>()((set) => ({
  shown: undefined,
  open: (shown) => set({ shown }),
  close: () => set({ shown: undefined }),
}))
