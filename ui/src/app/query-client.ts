import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/api/errors'
import { tellError } from '@/lib/tell-error'

const MAX_TRIES = 3

/** Client errors are final; requests to a busy or unreachable server are retried. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return false
  return failures < MAX_TRIES - 1
}

/** Queries keep their data and refetch in the background; a failed command shows a toast unless its caller handles
 * it. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (!mutation.options.onError) tellError(error)
      },
      // A form shows its error at once; the refetch follows.
      onSettled: (_data, error, _variables, _context, mutation) => {
        const done = import('@/lib/live/refresh')
          .then(({ refreshTouched }) => refreshTouched(client, mutation))
          .catch(() => client.invalidateQueries())
        return error ? undefined : done
      },
    }),
    defaultOptions: {
      queries: { staleTime: 10_000, gcTime: 10 * 60_000, retry: shouldRetry, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
  return client
}
