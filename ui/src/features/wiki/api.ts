import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { get, reading } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Answer } from '@/lib/api/operations'

export type Wiki = Answer<'GET', '/v3/project/{id}/wiki'>
export type WikiNode = Wiki['wikis'][number]
export type Standing = Wiki['standing']
export type Article = Answer<'GET', '/v3/project/{id}/wiki/pages/{page}'>
export type ChangeList = Answer<'GET', '/v3/project/{id}/wiki/changes'>
export type Change = ChangeList['changes'][number]
export type ChangeDetail = Answer<'GET', '/v3/project/{id}/wiki/changes/{change}'>
export type PageDelta = ChangeDetail['pages'][number]
export type PageState = NonNullable<PageDelta['now']>
export type DraftList = Answer<'GET', '/_internal/wiki/drafts'>
export type DraftItem = DraftList['drafts'][number]
export type Draft = Answer<'GET', '/v3/project/{id}/wiki/drafts/{draft}'>
export type DraftPage = Draft['tree'][number]
export type DraftText = Answer<'GET', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}'>
export type Preview = Answer<'GET', '/v3/project/{id}/wiki/drafts/{draft}/preview'>
export type PreviewPart = Preview['groups']['bodies'][number]
export type Conflict = Preview['conflicts'][number]
export type WikiSettings = Answer<'GET', '/v3/project/{id}/wiki/settings'>
export type DraftStatus = 'open' | 'review' | 'ended'
export type DraftScope = 'mine' | 'review' | 'staff'

/** The live topic of drafts that the viewer wrote or decides. */
export const wikiTopic = 'wikidrafts'
const CHANGES_PAGE = 30
export const DRAFTS_PAGE = 20

/** What is not there, or not for the viewer, is not asked for a second time. */
const final = {
  retry: (failures: number, error: unknown) => !(ApiError.is(error) && error.status >= 400 && error.status < 500) && failures < 2,
}

/** Where a browser keeps the reason of a submission that was not sent. */
export const reasonPlace = (draft: string) => `wiki-msg.${draft}`

/** The key of commands that write into a draft. */
export const writingKey = (id: string, draft: string) => ['wiki-writing', id, draft] as const

/** Waits for what is being written into a draft: a page that is left is still written when another is opened. */
async function written(client: QueryClient, mutationKey: ReturnType<typeof writingKey>): Promise<void> {
  const cache = client.getMutationCache()
  const busy = () => cache.findAll({ mutationKey, status: 'pending' }).length > 0
  if (!busy()) return
  await new Promise<void>((done) => {
    const stop = cache.subscribe(() => {
      if (busy()) return
      stop()
      done()
    })
  })
}

/** Every query of the wiki of one project has the key prefix `['wiki', id]`, that of lists over projects `['wiki', 'drafts']`. */
export const wikiQueries = {
  one: (id: string) => ['wiki', id] as const,
  /** The published tree, without texts, and what the viewer may do. */
  wiki: (id: string) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'tree'] as const,
      ...reading('/v3/project/{id}/wiki', { params: { id }, query: { include_bodies: false } }),
      staleTime: 30_000,
    }),
  page: (id: string, page: string) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'page', page] as const,
      ...reading('/v3/project/{id}/wiki/pages/{page}', { params: { id, page } }),
      staleTime: 30_000,
      ...final,
    }),
  /** Changes of the wiki, or of one page of it, newest first; `before` is the number that the former part ended at. */
  changes: (id: string, page: string | undefined, before: number | undefined) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'changes', page ?? '', before ?? 0] as const,
      queryFn: ({ signal }): Promise<ChangeList> => {
        const query = { limit: CHANGES_PAGE, before }
        return page === undefined
          ? get('/v3/project/{id}/wiki/changes', { signal, params: { id }, query })
          : get('/v3/project/{id}/wiki/pages/{page}/history', { signal, params: { id, page }, query })
      },
      placeholderData: keepPreviousData,
      ...final,
    }),
  change: (id: string, change: string) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'change', change] as const,
      queryFn: ({ signal }) => get('/v3/project/{id}/wiki/changes/{change}', { signal, params: { id, change } }),
      ...final,
    }),
  edition: (id: string, page: string, change: string) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'edition', page, change] as const,
      queryFn: ({ signal }) => get('/v3/project/{id}/wiki/pages/{page}/editions/{change}', { signal, params: { id, page, change } }),
      staleTime: 60_000,
      ...final,
    }),
  hits: (id: string, text: string) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'search', text] as const,
      queryFn: ({ signal }) => get('/v3/project/{id}/wiki/search', { signal, params: { id }, query: { query: text } }),
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  /** The drafts of one wiki that the viewer sees. */
  drafts: (id: string, status: DraftStatus) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'drafts', status] as const,
      queryFn: ({ signal }) => get('/v3/project/{id}/wiki/drafts', { signal, params: { id }, query: { status } }),
    }),
  draft: (id: string, draft: string) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'draft', draft] as const,
      queryFn: ({ signal }) => get('/v3/project/{id}/wiki/drafts/{draft}', { signal, params: { id, draft } }),
      ...final,
    }),
  /** A page's text in a draft. The editor keeps what is typed, so that it is read once for each opening. */
  text: (id: string, draft: string, page: string) =>
    queryOptions({
      queryKey: ['wiki-text', id, draft, page] as const,
      queryFn: async ({ client, signal }) => {
        await written(client, writingKey(id, draft))
        return get('/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', { signal, params: { id, draft, page } })
      },
      staleTime: Infinity,
      gcTime: 0,
      ...final,
    }),
  preview: (id: string, draft: string) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'preview', draft] as const,
      queryFn: async ({ client, signal }) => {
        await written(client, writingKey(id, draft))
        return get('/v3/project/{id}/wiki/drafts/{draft}/preview', { signal, params: { id, draft } })
      },
      ...final,
    }),
  settings: (id: string) =>
    queryOptions({
      queryKey: [...wikiQueries.one(id), 'settings'] as const,
      queryFn: ({ signal }) => get('/v3/project/{id}/wiki/settings', { signal, params: { id } }),
      ...final,
    }),
  /** Drafts over all projects: the viewer's own, those that wait for their review, or all that staff decide. */
  all: (scope: DraftScope, page: number) =>
    queryOptions({
      queryKey: ['wiki', 'drafts', scope, page] as const,
      queryFn: ({ signal }) =>
        get('/_internal/wiki/drafts', { signal, query: { scope, limit: DRAFTS_PAGE, offset: (page - 1) * DRAFTS_PAGE } }),
      placeholderData: keepPreviousData,
    }),
}
