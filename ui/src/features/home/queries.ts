import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import type { UrlType } from '@/lib/api/types'
import { typeOf } from '@/lib/content-types'
import { allPluginLoaders, dataPackLoaders, modLoaders } from '@/lib/loaders'

type Index = 'downloads' | 'updated' | 'newest'

const loadersOf: Partial<Record<UrlType, readonly string[]>> = { mod: modLoaders, plugin: allPluginLoaders, datapack: dataPackLoaders }

function facetsOf(types: readonly UrlType[]): string {
  const [only] = types
  const loaders = types.length === 1 && only ? loadersOf[only] : undefined
  const groups: string[][] = loaders ? [loaders.map((name) => `categories:${name}`)] : []
  if (types.length > 0) groups.push([...new Set(types.map((id) => `project_type:${typeOf(id)?.actual ?? id}`))])
  return JSON.stringify(groups)
}

/** How many popular projects the home page lists. */
export const HOT_SHOWN = 10

/** The first projects of an order, of all types or of some. */
export function topQuery(index: Index, limit: number, types: readonly UrlType[] = []) {
  const query = { query: '', facets: facetsOf(types), index, offset: 0, limit }
  return queryOptions({
    queryKey: ['home', query] as const,
    ...reading('/v2/search', { query }),
    staleTime: 60_000,
  })
}

/** How many projects of each type there are. */
export const typeCountsQuery = queryOptions({
  queryKey: ['home', 'types'] as const,
  ...reading('/_internal/search/counts', { query: { query: '', facets: '[]' } }),
  staleTime: 5 * 60_000,
})

/** How many lines of the feed the home page shows; more are asked for, since some are told together. */
export const FEED_SHOWN = 8

/** What happened in public, the newest first. */
export const feedQuery = queryOptions({
  queryKey: ['activity'] as const,
  ...reading('/_internal/activity', { query: { limit: 24 } }),
  staleTime: 5_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
})
