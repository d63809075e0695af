import { useMemo, useState } from 'react'
import type { FileItem } from '@/lib/hosting/file-types'
import { clicked, everything, kept, moved, nothing, ranged, toggled, type Selection } from './model/selection'

type Press = { shift: boolean; ctrl: boolean }

/** What is selected in a folder. It follows what is shown: entries that vanish are no longer selected. */
export function useSelection(path: string, items: readonly FileItem[]) {
  const [held, setHeld] = useState({ path, it: nothing })
  const order = useMemo(() => items.map(({ name }) => name), [items])
  const it = useMemo(() => (held.path === path ? kept(held.it, order) : nothing), [held, path, order])
  const chosen = useMemo(() => items.filter(({ name }) => it.names.has(name)), [items, it])
  const set = (next: Selection) => setHeld({ path, it: next })
  return {
    ...it,
    chosen,
    clear: () => set({ ...nothing, at: it.at }),
    click: (name: string, press: Press) => set(clicked(it, name, press, order)),
    toggle: (name: string, shift: boolean) => set(shift ? ranged(it, name, order, true) : toggled(it, name)),
    all: (on: boolean) => set(on ? everything(it, order) : { ...nothing, at: it.at }),
    /** Moves by a key; gives the row of the keyboard where it was one. */
    move: (key: string, press: Press, page: number): number | undefined => {
      const next = moved(it, key, press, order, page)
      if (!next) return undefined
      set(next)
      return order.indexOf(next.at ?? '')
    },
  }
}

export type Chosen = ReturnType<typeof useSelection>
