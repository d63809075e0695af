import type { Address } from '@/lib/address'
import { typeOf } from '@/lib/content-types'
import type { UrlType } from '@/lib/api/types'
import { projectParams } from '@/lib/links'
import { one } from '@/lib/url-search'
import type { QueueEntry } from '../api'

export const QUEUE_PAGE = 20

/** What the address of the queue says. */
export type QueueSearch = { type?: UrlType; page?: number }

export function parseQueueSearch(search: Record<string, unknown>): QueueSearch {
  const type = typeOf(one(search.type))?.id
  const page = Number(one(search.page))
  return { ...(type ? { type } : {}), ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}) }
}

/** The page of a waiting project, with the panel open. */
export function reviewAddress({ project, url_type }: Pick<QueueEntry, 'project' | 'url_type'>) {
  return { to: '/$type/$id', params: projectParams({ ...project, url_type }), search: { review: '1' } } as const satisfies Address
}

/** Who comes after a project that was queued at a time: the next in line, else the first of those left. */
export function nextInQueue(queue: readonly QueueEntry[], current: { id: string; queued: string | null }): QueueEntry | undefined {
  const others = queue.filter((entry) => entry.project.id !== current.id)
  const since = current.queued ? Date.parse(current.queued) : Number.NaN
  return others.find((entry) => Date.parse(entry.queued) >= since) ?? others[0]
}
