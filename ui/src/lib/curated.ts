import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

export type CuratedPlace = 'home' | 'modpack' | 'software'

/** One project that the site puts forward. `slug` is the path of its page without the slash before it. */
export type CuratedEntry = { image: string; title: string; description: string; slug: string; icon: string | null }

/** What the site puts forward at a place, in the order in which it is shown. */
export function curatedQuery(place: CuratedPlace) {
  return queryOptions({
    queryKey: ['curated', place] as const,
    ...reading<CuratedEntry[]>('/_internal/curated', { place }),
    staleTime: 10 * 60_000,
  })
}
