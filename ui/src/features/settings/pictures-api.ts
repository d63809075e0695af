import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'

export type TextPicture = NonNullable<Answer<'GET', '/_internal/images'>['images']>[number]

/** The viewer's pictures in texts, newest first. */
export const picturesQuery = (limit: number) =>
  queryOptions({
    queryKey: ['user', 'pictures', limit] as const,
    queryFn: ({ signal }) => get('/_internal/images', { signal, query: { limit } }),
    placeholderData: keepPreviousData,
  })

export function useDeletePicture() {
  return useMutation({
    meta: { touches: ['people'] },
    mutationFn: (id: string) => send('DELETE', '/v3/image/{id}', { params: { id } }),
  })
}
