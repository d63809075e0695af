import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, reading, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'
import type { ForumSearch } from './search'
import type { TalkSearch } from './talk-search'

export type Forums = Answer<'GET', '/v3/forum/{type}/lists'>
export type Discussion = Forums['forums'][number]
/** An answer with its discussion. */
export type Written = Answer<'GET', '/v3/user/{id}/forum'>['posts'][number]

/** What the search over talk has found. */
export type Found = Answer<'GET', '/v3/search/talk'>['hits'][number]

/** All queries of lists of discussions share the key `['forum']`. */
export const forumQueries = {
  list: (section: string, { filter, sort, page, cursor }: ForumSearch) =>
    queryOptions({
      queryKey: ['forum', 'list', section, filter, sort, page, cursor] as const,
      ...reading('/v3/forum/{type}/lists', { params: { type: section }, query: { filter, sort, page, cursor } }),
      placeholderData: keepPreviousData,
    }),
  found: ({ q, section, state, author, since, until }: TalkSearch) =>
    infiniteQueryOptions({
      queryKey: ['forum', 'found', q, section, state, author, since, until] as const,
      queryFn: ({ pageParam, signal }) =>
        get('/v3/search/talk', { signal, query: { query: q, section, state, author, since, until, cursor: pageParam } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: 30_000,
      placeholderData: keepPreviousData,
    }),
  ofUser: (user: string) =>
    infiniteQueryOptions({
      queryKey: ['forum', 'user', user] as const,
      queryFn: ({ pageParam, signal }) => get('/v3/user/{id}/forum', { signal, params: { id: user }, query: { cursor: pageParam } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: 30_000,
    }),
}

export function useOpenDiscussion() {
  return useMutation({
    meta: { touches: ['forum'] },
    mutationFn: ({ body, key }: { body: BodyOf<'POST', '/v3/forum'>; key: string }) =>
      send('POST', '/v3/forum', { body, idempotencyKey: key }),
    onError: () => undefined,
  })
}
