import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Category, GameVersion, Loader, Statistics } from '@/lib/api/types'

const forever = { staleTime: Infinity, gcTime: Infinity } as const

/** Lists that change with a release of the site or of the game, not while a page is open. */
export const tagQueries = {
  categories: () =>
    queryOptions({ queryKey: ['tag', 'category'] as const, queryFn: ({ signal }) => get<Category[]>('/v2/tag/category', { signal }), ...forever }),
  loaders: () =>
    queryOptions({ queryKey: ['tag', 'loader'] as const, queryFn: ({ signal }) => get<Loader[]>('/v2/tag/loader', { signal }), ...forever }),
  gameVersions: () =>
    queryOptions({ queryKey: ['tag', 'game_version'] as const, queryFn: ({ signal }) => get<GameVersion[]>('/v2/tag/game_version', { signal }), ...forever }),
  statistics: () =>
    queryOptions({ queryKey: ['statistics'] as const, queryFn: ({ signal }) => get<Statistics>('/v2/statistics', { signal }), staleTime: 60_000 }),
}
