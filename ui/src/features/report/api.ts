import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { reasonFor, type Act, type Result } from './model/acts'
import type { ItemType, Reason } from './model/item'
import type { ReportSearch } from './model/search'

export type ReportItem = NonNullable<ReportRow['item']>
export type ReportList = Answer<'GET', '/_internal/reports'>
export type ReportRow = ReportList['reports'][number]
export type ReportPage = Answer<'GET', '/_internal/report/{id}'>
export type Thread = ReportPage['thread']
export type ThreadMessage = Thread['messages'][number]

export const REPORTS_PAGE = 20
/** Polling interval, in case the live stream misses a change. */
export const POLL_MS = 60_000

/** All queries of reports share the key `['reports']`. */
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
  thread: (id: string) =>
    queryOptions({
      queryKey: [...reportQueries.all(), 'thread', id] as const,
      queryFn: ({ signal }) => get('/v3/thread/{id}', { signal, params: { id } }),
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

/** Opens a report. The caller shows errors. */
export function useOpenReport() {
  return useMutation({
    meta,
    mutationFn: ({ key, ...body }: NewReport) => send('POST', '/v3/report', { body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useReopenReport(id: string) {
  return useMutation({
    meta,
    mutationFn: () => send('PATCH', '/v3/report/{id}', { params: { id }, body: { closed: false }, asStaff: true }),
  })
}

/** Closes a report with its result and an answer to its reporter. */
export function useSettleReport({ id, report_type: type }: Pick<ReportPage, 'id' | 'report_type'>) {
  return useMutation({
    meta,
    mutationFn: ({ result, answer }: { result: Result; answer: string }) =>
      send('PATCH', '/v3/report/{id}', {
        params: { id },
        body: {
          closed: true,
          result,
          ...(answer.trim() ? { answer: answer.trim() } : {}),
          reason: reasonFor(result, type, t.results['outside-ours']),
        },
      }),
    onError: () => undefined,
  })
}

const hiding = {
  post: '/v3/forum/posts/{id}/hide',
  issue: '/v3/issues/{id}/hide',
  comment: '/v3/issues/comments/{id}/hide',
} as const satisfies Partial<Record<ItemType, string>>

/** Acts on the reported item; the reason is what was reported. */
export function useAct({ report_type: type, item_id: id, item_type: kind }: Pick<ReportPage, 'report_type' | 'item_id' | 'item_type'>) {
  return useMutation({
    meta: { touches: ['reports', 'projects', 'people', 'organizations', 'collections', 'forum', 'issues'] },
    mutationFn: ({ act, message }: { act: Act; message: string }) => {
      const params = { id }
      const reason = { code: type }
      switch (act) {
        case 'withhold':
        case 'reject':
          return send('PATCH', '/v2/project/{id}', {
            params,
            body: { status: act === 'reject' ? 'rejected' : 'withheld', moderation_message: message, reason },
          })
        case 'unlist':
          return send('PATCH', '/v2/version/{id}', { params, body: { status: 'unlisted', reason } })
        case 'bar':
          return send('PATCH', '/v3/collection/{id}', { params, body: { status: 'rejected', reason } })
        case 'hide':
          return send('POST', kind === 'post' || kind === 'issue' || kind === 'comment' ? hiding[kind] : '/v3/forum/{id}/hide', {
            params,
            body: { reason },
          })
        case 'clearBio':
          return send('PATCH', '/v2/user/{id}', { params, body: { bio: '', reason } })
        case 'clearPicture':
          return kind === 'user'
            ? send('DELETE', '/v2/user/{id}/icon', { params, asStaff: true })
            : send('DELETE', '/v3/organization/{id}/icon', { params, asStaff: true })
      }
    },
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
