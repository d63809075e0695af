import { queryOptions } from '@tanstack/react-query'
import { get, send } from './api/client'

const STALE_MS = 60_000

/** What many visitors search for. */
export const popularSearches = () =>
  queryOptions({
    queryKey: ['popular-searches'] as const,
    queryFn: ({ signal }) => get('/_internal/search/popular', { signal }),
    staleTime: STALE_MS,
    retry: false,
  })

/** Reports a search that found something. Nobody waits for it, and nothing depends on it. */
export function reportSearch(query: string): void {
  send('POST', '/_internal/search/seen', { body: { query } }).catch(() => undefined)
}
