import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import type { UrlType } from '@/lib/api/types'
import { activityRequested, popularShown, talkShown, updatedShown } from '@/lib/sizes.gen'

type Index = 'downloads' | 'updated' | 'newest'

function facetsOf(types: readonly UrlType[]): string {
  return JSON.stringify(types.length > 0 ? [types.map((id) => `project_types:${id}`)] : [])
}

/** The first projects of an order, of all types or of some. */
export function topQuery(index: Index, limit: number, types: readonly UrlType[] = []) {
  const query = { query: '', facets: facetsOf(types), index, offset: 0, limit }
  return queryOptions({
    queryKey: ['home', query] as const,
    ...reading('/v2/search', { query }),
    staleTime: 60_000,
  })
}

/** The projects that are downloaded most this week, of all types or of one. */
export function trendingQuery(type?: UrlType) {
  const query = { ...(type ? { type } : {}), limit: popularShown }
  return queryOptions({
    queryKey: ['home', 'trending', type] as const,
    ...reading('/_internal/trending', { query }),
    staleTime: 60_000,
  })
}

/** The projects that changed last, with their newest versions. */
export const updatedQuery = queryOptions({
  queryKey: ['home', 'updated'] as const,
  ...reading('/_internal/search/updated', { query: { limit: updatedShown } }),
  staleTime: 60_000,
})

/** How many projects of each type there are. */
export const typeCountsQuery = queryOptions({
  queryKey: ['home', 'types'] as const,
  ...reading('/_internal/search/counts', { query: { query: '', facets: '[]' } }),
  staleTime: 5 * 60_000,
})

/** The newest announcement of the site. */
export const noticeQuery = queryOptions({
  queryKey: ['forum', 'home', 'notice'] as const,
  ...reading('/v3/forum/{type}/lists', { params: { type: 'notice' }, query: { sort: 'newest', page_size: 1 } }),
  staleTime: 60_000,
})

/** The discussions with the newest answers. */
export const talkQuery = queryOptions({
  queryKey: ['forum', 'home', 'talk'] as const,
  ...reading('/v3/forum/{type}/lists', { params: { type: 'all' }, query: { page_size: talkShown } }),
  staleTime: 60_000,
})

/** How many lines of the feed the home page shows; more are asked for, since some are told together. */
export const FEED_SHOWN = 8

/** What happened in public, the newest first. */
export const feedQuery = queryOptions({
  queryKey: ['activity'] as const,
  ...reading('/_internal/activity', { query: { limit: activityRequested } }),
  staleTime: 5_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
})
