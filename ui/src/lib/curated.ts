import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

export type CuratedPlace = 'home' | 'modpack' | 'software'

/** What the site puts forward at a place, in the order in which it is shown. */
export function curatedQuery(place: CuratedPlace) {
  return queryOptions({
    queryKey: ['curated', place] as const,
    ...reading('/_internal/curated', { query: { place } }),
    staleTime: 10 * 60_000,
  })
}
