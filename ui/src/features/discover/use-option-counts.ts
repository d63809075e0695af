import { useQuery } from '@tanstack/react-query'
import type { ContentType } from '@/lib/content-types'
import { searchQueries } from './api/queries'
import type { FilterOption } from './model/filter-groups'
import { alternativesAt } from './model/facets'
import type { ListingSearch } from './model/search-state'

type OptionCounts = {
  /** How many results an option would leave; undefined while it is not known. */
  of: (option: FilterOption) => number | undefined
  openSource: number | undefined
}

/** What each option of the filters would leave: the server counts all of them in one answer. */
export function useOptionCounts(type: ContentType, search: ListingSearch): OptionCounts {
  const counts = useQuery({ ...searchQueries.counts({ type, search }), placeholderData: (before) => before }).data
  // Alternatives among categories are counted without each other.
  const apart = alternativesAt(search) === undefined ? '' : 'apart:'
  const prefix = { e: 'choice:', v: 'versions:', g: apart, f: '' }
  const count = (key: string) => (counts ? (counts[key] ?? 0) : undefined)
  return {
    of: ({ list, value }) => count(`${prefix[list]}${value}`),
    openSource: count('open_source:true'),
  }
}
