import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

/** The id of the viewer's own list of followed projects. */
export const FOLLOWING = 'following'

export const collectionQueries = {
  all: () => ['collection'] as const,
  page: (id: string) =>
    queryOptions({
      queryKey: [...collectionQueries.all(), id] as const,
      ...reading('/_internal/collection/{id}', { params: { id } }),
      staleTime: 30_000,
    }),
  ofUser: (user: string) =>
    queryOptions({
      queryKey: ['collections', user] as const,
      ...reading('/v3/user/{id}/collections', { params: { id: user } }),
      staleTime: 30_000,
    }),
}
