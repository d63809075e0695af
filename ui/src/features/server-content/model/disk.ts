import type { Mod } from '@/lib/hosting/content'
import { moveOf, placeOf } from './mod'

/** So long a change of the disk is believed before the node has said it, in ms. It looks every ten seconds. */
export const BELIEVED_MS = 30_000

/** What was done with the files at some paths, and until when it is believed. */
export type Done = ReadonlyMap<string, { gone: boolean; until: number }>

export const nothingDone: Done = new Map()

/** The changes with those of some more files. What was there before at their new places is forgotten. */
export function withDone(before: Done, mods: readonly Mod[], gone: boolean, now: number): Done {
  const next = new Map([...before].filter(([, { until }]) => until > now))
  for (const mod of mods) {
    const { source, destination } = moveOf(mod)
    next.delete(destination)
    next.set(source, { gone, until: now + BELIEVED_MS })
  }
  return next
}

/** The changes without those that were taken back. */
export const withoutDone = (before: Done, paths: readonly string[]): Done => new Map([...before].filter(([path]) => !paths.includes(path)))

/** The list as it is after changes that the node has not said yet. */
export function afterDone(list: readonly Mod[], done: Done, now: number): readonly Mod[] {
  if (done.size === 0) return list
  return list.flatMap((mod) => {
    const change = done.get(placeOf(mod))
    if (!change || change.until <= now) return [mod]
    if (change.gone) return []
    const { destination } = moveOf(mod)
    return [{ ...mod, disabled: !mod.disabled, filename: destination.slice(destination.lastIndexOf('/') + 1) }]
  })
}
