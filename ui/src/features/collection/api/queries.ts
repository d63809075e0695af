import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import type { Collection, CollectionPage } from '@/lib/api/types'

/** The id under which everybody finds what they follow. */
export const FOLLOWING = 'following'

export const collectionQueries = {
  all: () => ['collection'] as const,
  page: (id: string) =>
    queryOptions({
      queryKey: [...collectionQueries.all(), id] as const,
      ...reading<CollectionPage>(`/_internal/collection/${encodeURIComponent(id)}`),
      staleTime: 30_000,
    }),
  ofUser: (user: string) =>
    queryOptions({
      queryKey: ['user', user, 'collections'] as const,
      ...reading<Collection[]>(`/v3/user/${encodeURIComponent(user)}/collections`),
      staleTime: 30_000,
    }),
}
