import { offsetOf } from '@/lib/pages'
import { parseListingSearch, type ListingSearch } from './search-address'

// The parser is a module of its own, so that pages that need only it do not load the rest.
export { parseListingSearch, sorts } from './search-address'
export type { Environment, ListingSearch, Sort } from './search-address'

/** True while anything narrows the listing beside the text searched for. */
export function hasFilters(search: ListingSearch): boolean {
  return filterCount(search) > 0
}

/** The number of active filters. */
export function filterCount(search: ListingSearch): number {
  const lists = [search.f, search.g, search.nf, search.v, search.e]
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0) + (search.l ? 1 : 0)
}

/** The same listing without filters, keeping text, order, page size and server, on its first page. */
export function withoutFilters({ q, s, m, sid, shi, sogv, sol }: ListingSearch): ListingSearch {
  return parseListingSearch({ q, s, m, sid, shi, sogv, sol })
}

/** The listing without its text and filters: what is left to look through when nothing was found. */
export function everything(search: ListingSearch): ListingSearch {
  return changed(withoutFilters(search), { q: undefined })
}

/** A change of what is searched: always back to the first page, written in the one order addresses have. */
export function changed(search: ListingSearch, change: { [K in keyof ListingSearch]?: ListingSearch[K] | undefined }): ListingSearch {
  return parseListingSearch({ ...search, o: undefined, ...change })
}

/** The same listing on another of its pages, counted from 1. */
export function onPage(search: ListingSearch, page: number, size: number): ListingSearch {
  return parseListingSearch({ ...search, o: offsetOf(page, size) })
}
