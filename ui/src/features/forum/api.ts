import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { reading, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'
import type { ForumSearch } from './search'

export type Forums = Answer<'GET', '/v3/forum/{type}/lists'>
export type Discussion = Forums['forums'][number]

/** All queries of lists of discussions share the key `['forum']`. */
export const forumQueries = {
  list: (section: string, { sort, page, cursor }: ForumSearch) =>
    queryOptions({
      queryKey: ['forum', 'list', section, sort, page, cursor] as const,
      ...reading('/v3/forum/{type}/lists', { params: { type: section }, query: { sort, page, cursor } }),
      placeholderData: keepPreviousData,
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
