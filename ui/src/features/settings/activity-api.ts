import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { get, urlOf } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'

export type Deed = NonNullable<Answer<'GET', '/v3/account/activity'>['entries']>[number]
export type DeedKey = NonNullable<Deed['key']>

/** What is listed; everything where a member is left out. */
export type DeedFilter = { key?: string; thing?: string; kind?: string; days?: number }

/** A filter as the server reads it: the days begin with the first of them. */
function asked({ days, ...filter }: DeedFilter) {
  if (days === undefined) return filter
  const from = new Date()
  from.setHours(0, 0, 0, 0)
  from.setDate(from.getDate() + 1 - days)
  return { ...filter, from: from.toISOString() }
}

const PAGE = 50

/** What the account did belongs to its sessions: the live topic of that name renews it. */
const ownKey = ['sessions'] as const

export const activityQuery = (filter: DeedFilter) =>
  infiniteQueryOptions({
    queryKey: [...ownKey, 'activity', filter] as const,
    queryFn: ({ signal, pageParam }) =>
      get('/v3/account/activity', { signal, query: { ...asked(filter), limit: PAGE, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export type SignIn = NonNullable<Answer<'GET', '/v3/account/sign-ins'>['entries']>[number]

const FEW = 10

/** The attempts to sign in, also those that failed. */
export const signInsQuery = infiniteQueryOptions({
  queryKey: [...ownKey, 'sign-ins'] as const,
  queryFn: ({ signal, pageParam }) => get('/v3/account/sign-ins', { signal, query: { limit: FEW, before: pageParam } }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  refetchOnWindowFocus: 'always',
})

/** The address of the file with everything that a filter selects. */
export const activityExport = (filter: DeedFilter, format: 'csv' | 'jsonl'): string =>
  urlOf('/v3/account/activity/export', { query: { ...asked(filter), format } })
