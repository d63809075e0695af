import { create } from 'zustand'

type Dropped = {
  held: { project: string; files: readonly File[] } | undefined
  /** Keeps files that were dropped on a page that cannot take them in, for the one that can. */
  put: (project: string, files: readonly File[]) => void
  /** Hands the files of a project over once, and forgets those of others. */
  take: (project: string) => readonly File[]
}

export const useDroppedFiles = create<Dropped>()((set, state) => ({
  held: undefined,
  put: (project, files) => set({ held: { project, files } }),
  take: (project) => {
    const { held } = state()
    set({ held: undefined })
    return held?.project === project ? held.files : []
  },
}))
