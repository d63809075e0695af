import { create } from 'zustand'

/** The sheets of a phone's dock. */
export type Sheet = 'browse' | 'search' | 'account'

export const useSheet = create<{ shown: Sheet | undefined; open: (sheet: Sheet) => void; close: () => void }>()((set) => ({
  shown: undefined,
  open: (shown) => set({ shown }),
  close: () => set({ shown: undefined }),
}))
