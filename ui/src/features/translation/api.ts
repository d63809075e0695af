import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'
import type { ProjectPage } from '@/lib/api/types'
import { projectTopic } from '@/lib/live/topics'
import type { TranslationSearch } from './search'

export type TranslationPage = Answer<'GET', '/_internal/project/{id}/translations'>
export type TranslationLink = TranslationPage['links'][number]
export type Status = TranslationLink['approval_status']
export type Side = 'incoming' | 'outgoing'
export type Language = TranslationLink['language_code']

/** Which end of its links a project's page shows. */
export const sideOf = (project: Pick<ProjectPage, 'url_type'>): Side => (project.url_type === 'language' ? 'outgoing' : 'incoming')

export const TRANSLATIONS_PAGE = 20
/** How many links of a project, and versions of an original, are read at once for a choice. */
export const MOST_SHOWN = 100
const MAX_KEPT = 100

const part = ({ status, page = 1 }: TranslationSearch) => ({
  status: status ?? ('pending' as const),
  limit: TRANSLATIONS_PAGE,
  offset: (page - 1) * TRANSLATIONS_PAGE,
})

/** All queries of translations share the key `['translations']`; the second part is the project, or `all`. */
export const translationQueries = {
  ofProject: (id: string, side: Side, search: TranslationSearch) =>
    queryOptions({
      queryKey: ['translations', id, side, search.status ?? 'pending', search.page ?? 1] as const,
      queryFn: ({ signal }) => get('/_internal/project/{id}/translations', { signal, params: { id }, query: { side, ...part(search) } }),
      placeholderData: keepPreviousData,
    }),
  /** What a project translates, with the names of the originals. */
  named: (id: string) =>
    queryOptions({
      queryKey: ['translations', id, 'named'] as const,
      queryFn: ({ signal }) =>
        get('/_internal/project/{id}/translations', { signal, params: { id }, query: { side: 'outgoing', limit: MAX_KEPT } }),
    }),
  all: (search: TranslationSearch) =>
    queryOptions({
      queryKey: ['translations', 'all', search.status ?? 'pending', search.sort ?? 'oldest', search.page ?? 1] as const,
      queryFn: ({ signal }) =>
        get('/_internal/moderation/translations', { signal, query: { ...part(search), ...(search.sort ? { sort: search.sort } : {}) } }),
      placeholderData: keepPreviousData,
    }),
  versions: (project: string) =>
    queryOptions({
      queryKey: ['project', project, 'translated-versions'] as const,
      queryFn: ({ signal }) => get('/_internal/project/{id}/versions', { signal, params: { id: project }, query: { limit: MOST_SHOWN } }),
    }),
}

type Ends = Pick<TranslationLink, 'joining_version_id' | 'target_version_id'>

const path = (link: Ends) => ({ id: link.joining_version_id, target: link.target_version_id })

/** Decisions and requests show on both projects, in the thread and in the lists of the staff. */
const touching = (link: TranslationLink | undefined) => ({
  touches: ['translations', 'reports', 'projects', ...(link ? ([projectTopic(link.project_id)] as const) : [])] as const,
})

/** Why a link is refused or revoked. */
export type Why = { code: string; text: string }

/** Told is called also where the link has left the list before its answer is handled. */
export function useApprove(link: TranslationLink, told: () => void) {
  return useMutation({
    meta: touching(link),
    mutationFn: () =>
      send('POST', '/v3/version/{id}/link/{target}/approve', {
        params: path(link),
        body: { seen: { language_code: link.language_code, description: link.description } },
      }),
    onSuccess: told,
  })
}

/** Rejects or revokes a link. The caller shows errors. */
export function useRefuse(link: TranslationLink, act: 'reject' | 'revoke') {
  return useMutation({
    meta: touching(link),
    mutationFn: ({ why, key }: { why: Why | undefined; key: string }) =>
      send('POST', act === 'reject' ? '/v3/version/{id}/link/{target}/reject' : '/v3/version/{id}/link/{target}/revoke', {
        params: path(link),
        body: why ? { reason: why } : {},
        idempotencyKey: key,
      }),
    onError: () => undefined,
  })
}

export function useAskAgain(link: TranslationLink) {
  return useMutation({
    meta: touching(link),
    mutationFn: ({ message, key }: { message: string; key: string }) =>
      send('POST', '/v3/version/{id}/link/{target}/resubmit', { params: path(link), body: { reason: message }, idempotencyKey: key }),
    onError: () => undefined,
  })
}

type Asked = BodyOf<'POST', '/v3/version/{id}/link/{target}'>

/** Asks for a link, or changes it. The caller shows errors. */
export function useAsk(link?: TranslationLink) {
  return useMutation({
    meta: touching(link),
    mutationFn: ({ ends, body, key }: { ends: Ends; body: Asked; key: string }) =>
      send('POST', '/v3/version/{id}/link/{target}', { params: path(ends), body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useWithdrawLink(link: TranslationLink) {
  return useMutation({
    meta: touching(link),
    mutationFn: () => send('DELETE', '/v3/version/{id}/link/{target}', { params: path(link) }),
  })
}
