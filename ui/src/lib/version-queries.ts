import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import { projectQueries } from '@/lib/project-queries'

/** Which versions of a project are asked for. */
export type VersionsAsked = {
  game_versions?: readonly string[] | undefined
  loaders?: readonly string[] | undefined
  version_types?: readonly string[] | undefined
  version_number?: string
  limit: number
  offset?: number
}

/** The queries of the versions of a project, below the key of the project. */
export const versionQueries = {
  /** A part of its versions, newest first. */
  versions: (id: string, query: VersionsAsked) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'versions', query] as const,
      ...reading('/_internal/project/{id}/versions', { params: { id }, query }),
      staleTime: 60_000,
    }),
  /** What changed with a part of its versions. */
  changelog: (id: string, query: VersionsAsked) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'changelog', query] as const,
      ...reading('/_internal/project/{id}/changelog', { params: { id }, query }),
      staleTime: 60_000,
    }),
  /** One version by id or number, the newest of that number. */
  version: (id: string, version: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'version', version] as const,
      ...reading('/_internal/project/{id}/version/{version}', { params: { id, version } }),
      staleTime: 60_000,
    }),
  /** Loaders and game versions of its versions, and which of them meet. */
  places: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'places'] as const,
      ...reading('/_internal/project/{id}/places', { params: { id } }),
      staleTime: 60_000,
    }),
  /** What to offer for a place: the newest release, then a newer beta, then a newer alpha. */
  fitting: (id: string, { gameVersion, loader }: { gameVersion: string; loader: string }) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'fitting', gameVersion, loader] as const,
      ...reading('/_internal/project/{id}/fitting', { params: { id }, query: { game_version: gameVersion, loader } }),
      staleTime: 60_000,
    }),
  dependencies: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'dependencies'] as const,
      ...reading('/_internal/project/{id}/dependencies', { params: { id } }),
      staleTime: 60_000,
    }),
  /** The dependencies of a version, resolved for one platform, or without one for all of them. */
  needs: (project: string, version: string, place: { gameVersion?: string; loader?: string } = {}) => {
    const query = { game_version: place.gameVersion ?? '', loader: place.loader ?? '' }
    return queryOptions({
      queryKey: [...projectQueries.one(project), 'needs', version, query] as const,
      ...reading('/_internal/version/{id}/needs', { params: { id: version }, query }),
      staleTime: 60_000,
    })
  },
}
