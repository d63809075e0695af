import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'

/** What changed since the last submission, read anew. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['review', 'changes', id] as const,
    queryFn: ({ signal }) => get('/_internal/project/{id}/changes', { signal, params: { id }, query: {} }),
    staleTime: 0,
  })
