import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { User, UserRef } from '@/lib/api/types'
import type { ItemType, Reason } from './model/item'
import type { ReportSearch } from './model/search'

export type ReportItem = { type: ItemType; id: string; title: string; detail: string | null; icon_url: string | null; path: string; status: string | null }
export type Reportable = ReportItem & { reported: string | null }

export type ReportRow = {
  id: string
  report_type: Reason
  item_type: ItemType
  item_id: string
  item: ReportItem | null
  reporter: UserRef | null
  body: string
  created: string
  closed: string | null
  thread_id: string
  messages: number
  last_reply: string | null
}
export type ReportList = { reports: ReportRow[]; total: number; open: number; closed: number }

export type ThreadMessage = {
  id: string
  author_id: string | null
  body: { type: 'text' | 'thread_closure' | 'thread_reopen' | 'deleted'; body?: string; body_html?: string; private?: boolean }
  created: string
  hide_identity: boolean
}
export type ReportPage = ReportRow & { body_html: string; thread: { id: string; messages: ThreadMessage[]; members: User[] } }

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
        get<ReportList>('/_internal/reports', {
          signal,
          query: { scope, state, type, item_type: item, sort: scope === 'all' && state === 'open' ? 'oldest' : 'newest', limit: REPORTS_PAGE, offset: (page - 1) * REPORTS_PAGE },
        }),
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...reportQueries.all(), 'one', id] as const,
      queryFn: ({ signal }) => get<ReportPage>(`/_internal/report/${encodeURIComponent(id)}`, { signal }),
    }),
  item: (type: ItemType, id: string) =>
    queryOptions({
      queryKey: [...reportQueries.all(), 'item', type, id] as const,
      queryFn: ({ signal }) => get<Reportable>('/_internal/reportable', { signal, query: { type, id } }),
      enabled: id !== '',
      retry: false,
      staleTime: 30_000,
    }),
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: reportQueries.all() })

export type NewReport = { report_type: Reason; item_type: ItemType; item_id: string; body: string; key: string }

/** Opens a report. The caller shows what goes wrong. */
export function useOpenReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...body }: NewReport) => send<{ id: string }>('POST', '/v3/report', { body, idempotencyKey: key }),
    onSuccess: () => refresh(client),
    onError: () => undefined,
  })
}

export function useCloseReport(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (closed: boolean) => send('PATCH', `/v3/report/${id}`, { body: { closed }, asStaff: true }),
    onSuccess: () => refresh(client),
  })
}

export function usePostMessage(thread: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, private: note, key }: { body: string; private: boolean; key: string }) =>
      send('POST', `/v3/thread/${thread}`, { body: { body: { type: 'text', body, private: note } }, idempotencyKey: key }),
    onSuccess: () => refresh(client),
    onError: () => undefined,
  })
}

export function useRemoveMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => send('DELETE', `/v3/message/${id}`),
    onSuccess: () => refresh(client),
  })
}
