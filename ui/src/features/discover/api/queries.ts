import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { SearchPage } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'
import { buildFacets } from '../model/facets'
import type { ListingSearch } from '../model/search-state'

export type ListingRequest = { type: ContentType; search: ListingSearch; size: number }

export const searchQueries = {
  all: () => ['search'] as const,
  page: ({ type, search, size }: ListingRequest) => {
    const query = {
      query: search.q ?? '',
      facets: JSON.stringify(buildFacets(type, search)),
      index: search.s ?? 'relevance',
      offset: search.o ?? 0,
      limit: size,
    }
    return queryOptions({
      queryKey: [...searchQueries.all(), 'page', query] as const,
      queryFn: ({ signal }) => get<SearchPage>('/v2/search', { query, signal }),
    })
  },
  /** How many results each facet would leave; asked apart so that results need not wait for it. */
  counts: ({ type, search }: Pick<ListingRequest, 'type' | 'search'>) => {
    const query = { query: search.q ?? '', facets: JSON.stringify(buildFacets(type, search)) }
    return queryOptions({
      queryKey: [...searchQueries.all(), 'counts', query] as const,
      queryFn: ({ signal }) => get<Record<string, number>>('/_internal/search/counts', { query, signal }),
      staleTime: 30_000,
    })
  },
}
