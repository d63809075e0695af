import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'

export type CuratedPlace = 'home' | 'modpack' | 'software'

/** One project that the site puts forward. `slug` is the path of its page without the slash before it. */
export type CuratedEntry = Answer<'GET', '/_internal/curated'>[number]

/** What the site puts forward at a place, in the order in which it is shown. */
export function curatedQuery(place: CuratedPlace) {
  return queryOptions({
    queryKey: ['curated', place] as const,
    ...reading('/_internal/curated', { query: { place } }),
    staleTime: 10 * 60_000,
  })
}
