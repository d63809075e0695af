import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'

/** What the operator recommends under a code, or null where there is nothing. */
export function offerQuery(code: string) {
  return queryOptions({
    queryKey: ['offer', code] as const,
    queryFn: async ({ signal }) => (await get('/_internal/offer', { query: { code }, signal })).offer,
    enabled: code !== '',
    staleTime: 5 * 60_000,
  })
}
