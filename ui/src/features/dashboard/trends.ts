import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'

/** The downloads of the last 14 days and of today by project, of all projects whose analytics the viewer may see. */
export const trendsQuery = queryOptions({
  queryKey: ['analytics', 'trends'] as const,
  queryFn: ({ signal }) => get('/_internal/analytics/trends', { signal }),
  staleTime: 60_000,
})
