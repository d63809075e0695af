import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

/** How old the state is that readers see. */
export const syncQuery = queryOptions({
  queryKey: ['status', 'sync'] as const,
  ...reading('/_internal/status/sync', {}),
  staleTime: 15_000,
  refetchInterval: 30_000,
  retry: false,
})

/** What works, the last 90 days and the last incidents. */
export const statusQuery = queryOptions({
  queryKey: ['status'] as const,
  ...reading('/_internal/status', {}),
  staleTime: 5_000,
  refetchInterval: 15_000,
})
