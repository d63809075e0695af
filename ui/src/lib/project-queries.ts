import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import type { DependencyRef, ProjectPage, VersionNeeds, VersionPage } from '@/lib/api/types'

/** Everything about one project lies under `['project', id-or-slug]`; commands invalidate `projectQueries.all()`. */
export const projectQueries = {
  all: () => ['project'] as const,
  one: (id: string) => [...projectQueries.all(), id] as const,
  detail: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'detail'] as const,
      ...reading<ProjectPage>(`/_internal/project/${encodeURIComponent(id)}`),
      staleTime: 60_000,
    }),
  versions: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'versions'] as const,
      ...reading<VersionPage[]>(`/_internal/project/${encodeURIComponent(id)}/versions`),
      staleTime: 60_000,
    }),
  dependencies: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'dependencies'] as const,
      ...reading<DependencyRef[]>(`/_internal/project/${encodeURIComponent(id)}/dependencies`),
      staleTime: 60_000,
    }),
  /** What a version needs, chosen for one of the places it runs in, or without a place for all of them. */
  needs: (project: string, version: string, place: { gameVersion?: string; loader?: string } = {}) => {
    const query = { game_version: place.gameVersion ?? '', loader: place.loader ?? '' }
    return queryOptions({
      queryKey: [...projectQueries.one(project), 'needs', version, query] as const,
      ...reading<VersionNeeds>(`/_internal/version/${encodeURIComponent(version)}/needs`, query),
      staleTime: 60_000,
    })
  },
}

export type LicenseText = { title: string; body: string }

export function licenseQuery(id: string) {
  return queryOptions({
    queryKey: ['license', id] as const,
    ...reading<LicenseText>(`/v2/tag/license/${encodeURIComponent(id)}`),
    staleTime: Infinity,
    retry: false,
  })
}
