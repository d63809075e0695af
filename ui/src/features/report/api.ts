import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import type { ItemType, Reason } from './model/item'
import type { ReportSearch } from './model/search'

export type ReportItem = NonNullable<ReportRow['item']>
export type ReportList = Answer<'GET', '/_internal/reports'>
export type ReportRow = ReportList['reports'][number]
export type ReportPage = Answer<'GET', '/_internal/report/{id}'>
export type ThreadMessage = ReportPage['thread']['messages'][number]

export const REPORTS_PAGE = 20
/** The truth behind the stream that tells of changes. */
export const POLL_MS = 60_000

/** Everything about reports lies under `['reports']`. */
export const reportQueries = {
  all: () => ['reports'] as const,
  list: (scope: 'mine' | 'all', { state = scope === 'all' ? 'open' : 'all', type, item, page = 1 }: ReportSearch) =>
    queryOptions({
      queryKey: [...reportQueries.all(), 'list', scope, state, type ?? '', item ?? '', page] as const,
      queryFn: ({ signal }) =>
        get('/_internal/reports', {
          signal,
          query: {
            scope,
            state,
            type,
            item_type: item,
            sort: scope === 'all' && state === 'open' ? 'oldest' : 'newest',
            limit: REPORTS_PAGE,
            offset: (page - 1) * REPORTS_PAGE,
          },
        }),
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...reportQueries.all(), 'one', id] as const,
      queryFn: ({ signal }) => get('/_internal/report/{id}', { signal, params: { id } }),
    }),
  item: (type: ItemType, id: string) =>
    queryOptions({
      queryKey: [...reportQueries.all(), 'item', type, id] as const,
      queryFn: ({ signal }) => get('/_internal/reportable', { signal, query: { type, id } }),
      enabled: id !== '',
      retry: false,
      staleTime: 30_000,
    }),
}

const meta = { touches: ['reports'] } as const

export type NewReport = { report_type: Reason; item_type: ItemType; item_id: string; body: string; key: string }

/** Opens a report. The caller shows what goes wrong. */
export function useOpenReport() {
  return useMutation({
    meta,
    mutationFn: ({ key, ...body }: NewReport) => send('POST', '/v3/report', { body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useCloseReport(id: string) {
  return useMutation({
    meta,
    mutationFn: (closed: boolean) => send('PATCH', '/v3/report/{id}', { params: { id }, body: { closed }, asStaff: true }),
  })
}

export function usePostMessage(thread: string) {
  return useMutation({
    meta,
    mutationFn: ({ body, private: note, key }: { body: string; private: boolean; key: string }) =>
      send('POST', '/v3/thread/{id}', {
        params: { id: thread },
        body: { body: { type: 'text', body, private: note } },
        idempotencyKey: key,
      }),
    onError: () => undefined,
  })
}

export function useRemoveMessage() {
  return useMutation({
    meta,
    mutationFn: (id: string) => send('DELETE', '/v3/message/{id}', { params: { id } }),
  })
}
