import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { POLL_MS, reviewQueries } from './api'

export type Overview = Answer<'GET', '/_internal/moderation/overview'>
export type ModeratorWork = Answer<'GET', '/_internal/moderation/work'>

/** The beginning of the day on this device. */
function midnight(): string {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return today.toISOString()
}

/** What waits, and the work of the day. It is refetched with the queue. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: [...reviewQueries.all(), 'queue', 'overview', midnight()] as const,
    ...reading('/_internal/moderation/overview', { query: { since: midnight() } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always' as const,
  })

/** The parameters of the address: whose work it is. */
export type WorkSearch = { of?: string }

/** The decisions of a moderator; of the caller without an id. */
export function workQuery({ of }: WorkSearch) {
  const moderator = typeof of === 'string' ? of : ''
  return queryOptions({
    queryKey: [...reviewQueries.all(), 'work', moderator] as const,
    ...reading('/_internal/moderation/work', { query: { moderator: moderator || undefined } }),
    staleTime: 0,
  })
}
