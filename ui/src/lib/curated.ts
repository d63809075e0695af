import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

export type CuratedPlace = 'home' | 'modpack' | 'software'

/** The curated entries of a place, in display order. */
export function curatedQuery(place: CuratedPlace) {
  return queryOptions({
    queryKey: ['curated', place] as const,
    ...reading('/_internal/curated', { query: { place } }),
    staleTime: 10 * 60_000,
  })
}
