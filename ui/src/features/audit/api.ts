import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, urlOf } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { auditQuery, type AuditFilters, type AuditSearch } from './search'

export type AuditPage = Answer<'GET', '/_internal/moderation/audit'>
export type AuditEntry = NonNullable<AuditPage['entries']>[number]
export type AuditRecord = Answer<'GET', '/_internal/moderation/audit/{position}'>

const AUDIT_PAGE = 50

export const auditQueries = {
  page: (search: AuditSearch) =>
    queryOptions({
      queryKey: ['audit', 'page', search] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/audit', { signal, query: { ...auditQuery(search), limit: AUDIT_PAGE } }),
      placeholderData: keepPreviousData,
    }),
  /** The names of the checklist's options, which are those of their templates. */
  options: () =>
    queryOptions({
      queryKey: ['review', 'templates'] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/templates', { signal }),
      staleTime: 5 * 60_000,
    }),
  /** The event of an entry never changes, only its leaf is added. */
  event: (position: number) =>
    queryOptions({
      queryKey: ['audit', 'event', position] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/audit/{position}', { signal, params: { position } }),
    }),
}

export const getProof = (position: number) => get('/_internal/moderation/audit/{position}/proof', { params: { position } })

/** The address of the file with every selected entry. */
export function exportAddress(filters: AuditFilters, format: 'csv' | 'jsonl'): string {
  return urlOf('/_internal/moderation/audit/export', { query: { ...auditQuery(filters), format } })
}
