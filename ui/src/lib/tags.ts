import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

const forever = { staleTime: Infinity, gcTime: Infinity } as const

/** Lists that change only with a release of the site or of the game. */
export const tagQueries = {
  categories: () => queryOptions({ queryKey: ['tag', 'category'] as const, ...reading('/v2/tag/category'), ...forever }),
  loaders: () => queryOptions({ queryKey: ['tag', 'loader'] as const, ...reading('/v2/tag/loader'), ...forever }),
  gameVersions: () => queryOptions({ queryKey: ['tag', 'game_version'] as const, ...reading('/v2/tag/game_version'), ...forever }),
  platforms: () => queryOptions({ queryKey: ['tag', 'donation_platform'] as const, ...reading('/v2/tag/donation_platform'), ...forever }),
  statistics: () => queryOptions({ queryKey: ['statistics'] as const, ...reading('/v2/statistics'), staleTime: 60_000 }),
}
