import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, urlOf } from '@/lib/api/client'
import type { LedgerKind, Payout, PayoutBody } from './types'

/** What of the ledger is shown. */
export type LedgerFilter = { kind?: LedgerKind | undefined; year?: number | undefined; project?: string | undefined }

const LEDGER_PAGE = 25
/** How often the state of a withdrawal that is on its way is asked for where no live message comes. */
const POLL_MS = 5_000

const ended = new Set<Payout['status']>(['success', 'cancelled', 'failed'])

/** Whether nothing more happens to a withdrawal by itself. */
export const isEnded = (payout: Pick<Payout, 'status'>): boolean => ended.has(payout.status)

/** The live topic of one's own money. */
export const revenueTopic = 'revenue'

/** All queries of one's own money share the key `['revenue']`, which the live stream invalidates. */
export const revenueQueries = {
  balance: () =>
    queryOptions({ queryKey: ['revenue', 'balance'] as const, queryFn: ({ signal }) => get('/v3/payout/balance', { signal }) }),
  months: () => queryOptions({ queryKey: ['revenue', 'months'] as const, queryFn: ({ signal }) => get('/v3/payout/months', { signal }) }),
  breakdown: (month: string) =>
    queryOptions({
      queryKey: ['revenue', 'breakdown', month] as const,
      queryFn: ({ signal }) => get('/v3/payout/months/{month}', { signal, params: { month } }),
      placeholderData: keepPreviousData,
    }),
  ledger: (filter: LedgerFilter) =>
    infiniteQueryOptions({
      queryKey: ['revenue', 'ledger', filter] as const,
      queryFn: ({ signal, pageParam }) =>
        get('/v3/payout/ledger', { signal, query: { ...filter, before: pageParam ?? undefined, limit: LEDGER_PAGE } }),
      initialPageParam: null as number | null,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
    }),
  /** The newest line alone. */
  newest: () =>
    queryOptions({
      queryKey: ['revenue', 'newest'] as const,
      queryFn: ({ signal }) => get('/v3/payout/ledger', { signal, query: { limit: 1 } }),
    }),
  making: (number: number) =>
    queryOptions({
      queryKey: ['revenue', 'making', number] as const,
      queryFn: ({ signal }) => get('/v3/payout/ledger/{number}', { signal, params: { number: String(number) } }),
      staleTime: Infinity,
    }),
  payouts: () => queryOptions({ queryKey: ['revenue', 'payouts'] as const, queryFn: ({ signal }) => get('/v3/payout', { signal }) }),
  totals: () => queryOptions({ queryKey: ['revenue', 'totals'] as const, queryFn: ({ signal }) => get('/v3/payout/totals', { signal }) }),
  payout: (id: string) =>
    queryOptions({
      queryKey: ['revenue', 'payout', id] as const,
      queryFn: ({ signal }) => get('/v3/payout/{id}', { signal, params: { id } }),
      refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : POLL_MS),
    }),
  methods: () =>
    queryOptions({
      queryKey: ['revenue', 'methods'] as const,
      queryFn: ({ signal }) => get('/v3/payout/methods', { signal }),
      staleTime: 60_000,
    }),
  destinations: () =>
    queryOptions({ queryKey: ['revenue', 'destinations'] as const, queryFn: ({ signal }) => get('/v3/payout/destinations', { signal }) }),
}

/** The address of the ledger as a file of comma-separated values. */
export const ledgerFile = (filter: LedgerFilter): string => urlOf('/v3/payout/ledger.csv', { query: filter })

/** What a withdrawal has to be asked for with to be told its fee. */
export type Asked = Pick<PayoutBody, 'amount' | 'method_id' | 'method_details'>
