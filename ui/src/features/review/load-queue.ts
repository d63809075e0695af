import type { QueryClient } from '@tanstack/react-query'
import { reviewQueries } from './api'
import { proposalsQuery } from './undo-api'
import { askedOf, parseQueueSearch } from './model/queue-search'

/** Fetches what the queue's screen reads first. */
export function loadQueue(client: QueryClient, search: Record<string, unknown>): void {
  void client.prefetchQuery(reviewQueries.queue(askedOf(parseQueueSearch(search))))
  void client.prefetchQuery(proposalsQuery())
}
