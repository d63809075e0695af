import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Happening } from '@/features/server/parts'
import { get } from '@/lib/api/client'

/** The most that one request lists. */
const PAGE = 100

type Page = { entries: readonly Happening[]; next?: number | null }

/** The history from an entry on, or from the newest one. The key begins with `servers`, which the live stream invalidates. */
export const historyQuery = (id: string, entry: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['servers', 'whole-history', id, entry ?? 0] as const,
    queryFn: ({ signal, pageParam }): Promise<Page> =>
      get('/_internal/server/{id}/history', { signal, params: { id }, query: { limit: PAGE, before: pageParam } }),
    // Entries are listed from before a position; the entry itself is to be the first.
    initialPageParam: entry === undefined ? undefined : entry + 1,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
