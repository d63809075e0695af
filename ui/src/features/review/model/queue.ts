import type { Address } from '@/lib/address'
import { projectParams } from '@/lib/links'
import type { ProjectPage } from '@/lib/api/types'
import type { QueueEntry } from '../api'

declare module '@tanstack/react-router' {
  /** A run through the queue: the panel opens, and these projects follow. */
  interface HistoryState {
    showChecklist?: boolean
    projects?: string[]
    /** The projects that were skipped outside of a run. */
    skipped?: string[]
    /** The panel opens without taking the lock. */
    watch?: boolean
  }
}

/** The page of a waiting project, with the panel open. */
export function reviewAddress(project: Pick<QueueEntry, 'id' | 'slug' | 'url_type'>) {
  return { to: '/$type/$id', params: projectParams(project), search: { review: '1' } } as const satisfies Address
}

/** Whether it is the viewer's to decide: not of one's own project, and not while another moderator works on it. */
export const isFree = ({ own, lock }: Pick<QueueEntry, 'own' | 'lock'>): boolean => !own && (lock === null || lock.own)

/** The project after one that was queued at a time: the next free one in the queue, otherwise the first; none that was skipped. */
export function nextInQueue(
  queue: readonly QueueEntry[],
  current: { id: string; queued: string | null },
  skipped: readonly string[] = [],
): QueueEntry | undefined {
  const others = queue.filter((entry) => entry.id !== current.id && isFree(entry) && !skipped.includes(entry.id))
  const since = current.queued ? Date.parse(current.queued) : Number.NaN
  return others.find((entry) => Date.parse(entry.queued) >= since) ?? others[0]
}

/** The ids of the projects that follow in a run, from the state of the address; undefined outside a run. */
export function runOf(state: object): string[] | undefined {
  const { showChecklist, projects } = state as { showChecklist?: unknown; projects?: unknown }
  if (showChecklist !== true || !Array.isArray(projects)) return undefined
  return projects.filter((id): id is string => typeof id === 'string')
}

/** What was skipped on the way here. */
export function skippedOf(state: object): string[] {
  const { skipped } = state as { skipped?: unknown }
  return Array.isArray(skipped) ? skipped.filter((id): id is string => typeof id === 'string') : []
}

/** What follows in a run: the project to open, and the run after it. */
export type Following = { project: Pick<ProjectPage, 'id' | 'slug' | 'url_type' | 'title'>; rest: string[] }

/**
 * The next project of a run that still waits: those that somebody else has decided or deleted meanwhile are passed over, and
 * those that are not among the free ones, where these are known.
 * Each is read by its id, because a run may be longer than what one answer lists of the queue, and because the address by
 * id redirects, which would forget the run.
 */
export async function followingOf(
  rest: readonly string[],
  read: (id: string) => Promise<ProjectPage | undefined>,
  free?: ReadonlySet<string>,
): Promise<Following | undefined> {
  for (const [index, id] of rest.entries()) {
    if (free && !free.has(id)) continue
    const project = await read(id)
    if (project?.status === 'processing') return { project, rest: rest.slice(index + 1) }
  }
  return undefined
}
