import type { QueryClient } from '@tanstack/react-query'
import { contentsQueries } from './api'
import { parseContentsSearch } from './search'

/** Starts the query of the page. */
export function loadContents(client: QueryClient, version: string, search: Record<string, unknown>): void {
  void client.prefetchQuery(contentsQueries.contents(version, parseContentsSearch(search).file))
}
