import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

/** The text of a licence, by its id. */
export function licenseQuery(id: string) {
  return queryOptions({
    queryKey: ['license', id] as const,
    ...reading('/v2/tag/license/{id}', { params: { id } }),
    staleTime: Infinity,
    retry: false,
  })
}
