import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, urlOf } from '@/lib/api/client'
import type { PayoutList } from './treasury-types'

/** The live topic of the site's money. */
export const treasuryTopic = 'treasury'

/** All queries of the treasurers share the key `['treasury']`. */
export const treasuryQueries = {
  treasury: () =>
    queryOptions({ queryKey: ['treasury', 'overview'] as const, queryFn: ({ signal }) => get('/_internal/revenue', { signal }) }),
  payouts: (state: PayoutList) =>
    queryOptions({
      queryKey: ['treasury', 'payouts', state] as const,
      queryFn: ({ signal }) => get('/_internal/revenue/payouts', { signal, query: { state } }),
      placeholderData: keepPreviousData,
    }),
  batches: () =>
    queryOptions({ queryKey: ['treasury', 'batches'] as const, queryFn: ({ signal }) => get('/_internal/revenue/batches', { signal }) }),
  days: (month: string) =>
    queryOptions({
      queryKey: ['treasury', 'days', month] as const,
      queryFn: ({ signal }) => get('/_internal/revenue/days', { signal, query: { month } }),
      placeholderData: keepPreviousData,
    }),
  preview: (day: string) =>
    queryOptions({
      queryKey: ['treasury', 'preview', day] as const,
      queryFn: ({ signal }) => get('/_internal/revenue/days/{day}/preview', { signal, params: { day } }),
      retry: false,
    }),
  months: () =>
    queryOptions({ queryKey: ['treasury', 'months'] as const, queryFn: ({ signal }) => get('/_internal/revenue/months', { signal }) }),
  corrections: () =>
    queryOptions({
      queryKey: ['treasury', 'corrections'] as const,
      queryFn: ({ signal }) => get('/_internal/revenue/corrections', { signal }),
    }),
  frozen: () =>
    queryOptions({ queryKey: ['treasury', 'frozen'] as const, queryFn: ({ signal }) => get('/_internal/revenue/frozen', { signal }) }),
}

/** The addresses of files. */
export const batchFile = (id: string): string => urlOf('/_internal/revenue/batches/{id}', { params: { id } })
export const evidenceFile = (hash: string): string => urlOf('/_internal/revenue/evidence/{hash}', { params: { hash } })
