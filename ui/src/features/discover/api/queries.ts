import { queryOptions } from '@tanstack/react-query'
import { get, reading } from '@/lib/api/client'
import type { ContentType } from '@/lib/content-types'
import { alternativesAt, buildFacets, environmentChoices } from '../model/facets'
import type { ListingSearch } from '../model/search-state'

export type ListingRequest = { type: ContentType; search: ListingSearch; size: number }

const COUNTS_STALE_MS = 30_000

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
      ...reading('/v2/search', { query }),
    })
  },
  /** The number of results with each option; a request of its own, so that results do not wait for it. */
  counts: ({ type, search }: Pick<ListingRequest, 'type' | 'search'>) => {
    const sided = type.id === 'mod' || type.id === 'modpack'
    const query = {
      query: search.q ?? '',
      facets: JSON.stringify(buildFacets(type, search)),
      apart: alternativesAt(search),
      choices: sided ? JSON.stringify(environmentChoices(search.e)) : undefined,
    }
    return queryOptions({
      queryKey: [...searchQueries.all(), 'counts', query] as const,
      ...reading('/_internal/search/counts', { query }),
      staleTime: COUNTS_STALE_MS,
    })
  },
  /** Which of some projects have a version that holds every facet at once. */
  fitting: (facets: readonly (readonly string[])[]) => {
    const query = { facets: JSON.stringify(facets), limit: Math.max(1, facets[0]?.length ?? 1) }
    return queryOptions({
      queryKey: [...searchQueries.all(), 'fitting', query] as const,
      queryFn: async ({ signal }) => (await get('/v2/search', { query, signal })).hits.map((hit) => hit.project_id),
      staleTime: COUNTS_STALE_MS,
    })
  },
}
