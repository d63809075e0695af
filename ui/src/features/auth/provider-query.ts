import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'

/** The other sites with whose accounts people sign in. */
export const providersQuery = queryOptions({
  queryKey: ['providers'] as const,
  queryFn: ({ signal }) => get('/_internal/auth/providers', { signal }),
  staleTime: 60_000,
})
