import type { UrlType } from '@/lib/api/types'
import { typeOf } from '@/lib/content-types'
import { one } from '@/lib/url-search'

export const QUEUE_PAGE = 20

export const rounds = ['first', 'again'] as const
/** Hours, as the waiting times are marked. */
export const waits = ['24', '48'] as const

/** The search parameters of the queue. Sort is missing for the oldest first. */
export type QueueSearch = {
  q?: string
  type?: UrlType
  round?: (typeof rounds)[number]
  waiting?: (typeof waits)[number]
  handed?: '1'
  sort?: 'newest'
  page?: number
}

/** The parameters of the queue's request. */
export type QueueAsked = {
  query?: string
  project_type?: UrlType
  round?: QueueSearch['round']
  waiting?: number
  handed?: boolean
  sort?: 'newest'
  offset?: number
  count: number
}

export function parseQueueSearch(search: Record<string, unknown>): QueueSearch {
  const q = one(search.q).trim().slice(0, 100)
  const type = typeOf(one(search.type))?.id
  const round = rounds.find((known) => known === one(search.round))
  const waiting = waits.find((known) => known === one(search.waiting))
  const page = Number(one(search.page))
  return {
    ...(q ? { q } : {}),
    ...(type ? { type } : {}),
    ...(round ? { round } : {}),
    ...(waiting ? { waiting } : {}),
    ...(one(search.handed) === '1' ? { handed: '1' } : {}),
    ...(one(search.sort) === 'newest' ? { sort: 'newest' } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}

/** What narrows the queue, and its order. */
export function filtersOf({ q, type, round, waiting, handed, sort }: QueueSearch): Omit<QueueAsked, 'count' | 'offset'> {
  return {
    ...(q ? { query: q } : {}),
    ...(type ? { project_type: type } : {}),
    ...(round ? { round } : {}),
    ...(waiting ? { waiting: Number(waiting) } : {}),
    ...(handed ? { handed: true } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** What is asked for a page of the queue. */
export function askedOf(search: QueueSearch): QueueAsked {
  const { page = 1 } = search
  return { ...filtersOf(search), ...(page > 1 ? { offset: (page - 1) * QUEUE_PAGE } : {}), count: QUEUE_PAGE }
}
