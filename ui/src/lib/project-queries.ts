import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

/** Everything about one project lies under `['project', id-or-slug]`; commands invalidate `projectQueries.all()`. */
export const projectQueries = {
  all: () => ['project'] as const,
  one: (id: string) => [...projectQueries.all(), id] as const,
  detail: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'detail'] as const,
      ...reading('/_internal/project/{id}', { params: { id } }),
      staleTime: 60_000,
    }),
  versions: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'versions'] as const,
      ...reading('/_internal/project/{id}/versions', { params: { id } }),
      staleTime: 60_000,
    }),
  dependencies: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'dependencies'] as const,
      ...reading('/_internal/project/{id}/dependencies', { params: { id } }),
      staleTime: 60_000,
    }),
  /** What a version needs, chosen for one of the places it runs in, or without a place for all of them. */
  needs: (project: string, version: string, place: { gameVersion?: string; loader?: string } = {}) => {
    const query = { game_version: place.gameVersion ?? '', loader: place.loader ?? '' }
    return queryOptions({
      queryKey: [...projectQueries.one(project), 'needs', version, query] as const,
      ...reading('/_internal/version/{id}/needs', { params: { id: version }, query }),
      staleTime: 60_000,
    })
  },
}

export function licenseQuery(id: string) {
  return queryOptions({
    queryKey: ['license', id] as const,
    ...reading('/v2/tag/license/{id}', { params: { id } }),
    staleTime: Infinity,
    retry: false,
  })
}
