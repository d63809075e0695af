import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

/** The public figures of the moderation. */
export const transparencyQuery = queryOptions({
  queryKey: ['transparency'] as const,
  ...reading('/_internal/transparency', {}),
  staleTime: 10_000,
  refetchInterval: 60_000,
})
