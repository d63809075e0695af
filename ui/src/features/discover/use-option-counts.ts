import { useQuery } from '@tanstack/react-query'
import type { ContentType } from '@/lib/content-types'
import { searchQueries } from './api/queries'
import type { FilterOption } from './model/filter-groups'
import { alternativesAt } from './model/facets'
import { changed, type ListingSearch } from './model/search-state'

type OptionCounts = {
  /** The number of results with an option; undefined while unknown. */
  of: (option: FilterOption) => number | undefined
  openSource: number | undefined
  /** The first answer is on its way. */
  waiting: boolean
}

/**
 * The number of results with each option; the server counts all of them in one answer. Where the text finds nothing,
 * the options are counted without it, so that they still say where something is.
 */
export function useOptionCounts(type: ContentType, search: ListingSearch, nothing: boolean): OptionCounts {
  const counted = nothing ? changed(search, { q: undefined }) : search
  const query = useQuery({ ...searchQueries.counts({ type, search: counted }), placeholderData: (before) => before })
  const counts = query.data
  // Alternatives among categories are counted without each other.
  const apart = alternativesAt(search) === undefined ? '' : 'apart:'
  const prefix = { e: 'choice:', v: 'versions:', g: apart, f: '' }
  const count = (key: string) => (counts ? (counts[key] ?? 0) : undefined)
  return {
    of: ({ list, value }) => count(`${prefix[list]}${value}`),
    openSource: count('open_source:true'),
    waiting: query.isPending && query.fetchStatus === 'fetching',
  }
}
