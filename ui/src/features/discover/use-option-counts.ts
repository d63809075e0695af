import { useQuery } from '@tanstack/react-query'
import type { ContentType } from '@/lib/content-types'
import { isLoader } from '@/lib/loaders'
import { searchQueries } from './api/queries'
import type { FilterOption } from './model/filter-groups'
import { changed, type Environment, type ListingSearch } from './model/search-state'

function withEnvironment(search: ListingSearch, environment: Environment): ListingSearch {
  return changed(search, { e: [...new Set([...(search.e ?? []), environment])] })
}

type OptionCounts = {
  /** How many results an option would leave; undefined while it is not known. */
  of: (option: FilterOption) => number | undefined
  openSource: number | undefined
}

/**
 * What each option of the filters would leave. Most are facets that the server counts together. An environment asks
 * for both sides of a project at once, and alternatives among categories are counted without each other.
 */
export function useOptionCounts(type: ContentType, search: ListingSearch): OptionCounts {
  const keep = { placeholderData: <D>(before: D | undefined) => before }
  const sided = type.id === 'mod' || type.id === 'modpack'
  const alternatives = search.g?.some((facet) => !isLoader(facet.replace(/^categories:/, ''))) ?? false
  const counts = useQuery({ ...searchQueries.counts({ type, search }), ...keep }).data
  const apart = useQuery({
    ...searchQueries.counts({ type, search: changed(search, { g: undefined }) }),
    ...keep,
    enabled: alternatives,
  }).data
  const client = useQuery({ ...searchQueries.total({ type, search: withEnvironment(search, 'client') }), ...keep, enabled: sided }).data
  const server = useQuery({ ...searchQueries.total({ type, search: withEnvironment(search, 'server') }), ...keep, enabled: sided }).data
  return {
    of: ({ list, value }) => {
      if (list === 'e') return value === 'client' ? client : server
      if (list === 'v') return counts ? (counts[`versions:${value}`] ?? 0) : undefined
      const from = list === 'g' && alternatives ? apart : counts
      return from ? (from[value] ?? 0) : undefined
    },
    openSource: counts ? (counts['open_source:true'] ?? 0) : undefined,
  }
}
