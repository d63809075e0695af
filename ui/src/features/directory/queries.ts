import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import { listingSize } from '@/lib/sizes.gen'

export type PlaceSearch = { q?: string | undefined; s?: string | undefined; o?: number | undefined }

const STALE_MS = 30_000

function sortOf({ s }: PlaceSearch, known: readonly string[]): string | undefined {
  return known.find((one) => one === s)
}

export const directoryQueries = {
  all: (search: PlaceSearch) => {
    const query = {
      query: search.q ?? '',
      facets: '[]',
      index: sortOf(search, ['downloads', 'follows', 'newest', 'updated']) ?? 'relevance',
      offset: search.o ?? 0,
      limit: listingSize,
    }
    return queryOptions({ queryKey: ['search', 'page', query] as const, ...reading('/v2/search', { query }) })
  },
  people: (place: 'users' | 'organizations', search: PlaceSearch) => {
    const query = { q: search.q, sort: sortOf(search, ['downloads', 'newest']) as 'downloads' | 'newest' | undefined, offset: search.o }
    return queryOptions({
      queryKey: ['directory', place, query] as const,
      ...reading(place === 'users' ? '/_internal/directory/users' : '/_internal/directory/organizations', { query }),
    })
  },
  collections: (search: PlaceSearch) => {
    const query = { q: search.q, sort: sortOf(search, ['newest']) as 'newest' | undefined, offset: search.o }
    return queryOptions({
      queryKey: ['directory', 'collections', query] as const,
      ...reading('/_internal/directory/collections', { query }),
    })
  },
  /** How many people, teams and collections a text finds. */
  counts: (q: string) =>
    queryOptions({
      queryKey: ['directory', 'counts', q] as const,
      ...reading('/_internal/directory/counts', { query: { q } }),
      staleTime: STALE_MS,
    }),
  /** How many projects of each type a text finds. */
  types: (q: string) =>
    queryOptions({
      queryKey: ['search', 'counts', 'types', q] as const,
      ...reading('/_internal/search/counts', { query: { query: q, facets: '[]' } }),
      staleTime: STALE_MS,
    }),
}
