import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { get, reading } from '@/lib/api/client'
import type { ProjectPage } from '@/lib/api/types'

/** Which versions of a project are asked for. */
export type VersionsAsked = {
  game_versions?: readonly string[] | undefined
  loaders?: readonly string[] | undefined
  version_types?: readonly string[] | undefined
  version_number?: string
  limit: number
  offset?: number
}

/** Every query of one project has the key prefix `['project', id]`; a name in an address is resolved to the id. */
export const projectQueries = {
  one: (id: string) => ['project', id] as const,
  /** The id for an id or a slug; the page read by a slug is cached under its id. */
  named: (name: string) =>
    queryOptions({
      queryKey: ['named', name] as const,
      queryFn: async ({ client, signal }) => {
        const page = await get('/_internal/project/{id}', { signal, params: { id: name } })
        client.setQueryData(projectQueries.detail(page.id).queryKey, page)
        for (const other of [page.id, page.slug]) client.setQueryData(['named', other], page.id)
        return page.id
      },
      staleTime: Infinity,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'detail'] as const,
      queryFn: ({ signal }) => get('/_internal/project/{id}', { signal, params: { id } }),
      staleTime: 60_000,
    }),
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

/** Loads the project of an address. */
export async function loadProject(client: QueryClient, name: string): Promise<ProjectPage> {
  return client.ensureQueryData(projectQueries.detail(await client.ensureQueryData(projectQueries.named(name))))
}

/**
 * For the loader of a page inside a project: starts the queries of the page once the project is known. The loader does
 * not wait, so that a changed filter never replaces the page by its skeleton.
 */
export function beginInside(client: QueryClient, name: string, begin: (project: ProjectPage) => unknown): void {
  // The route above handles a project that cannot be loaded.
  void loadProject(client, name).then(begin, () => undefined)
}

/** The project of an address; undefined while it is loading. */
export function useProject(name: string): ProjectPage | undefined {
  const { data: id } = useQuery(projectQueries.named(name))
  return useQuery({ ...projectQueries.detail(id ?? ''), enabled: id !== undefined }).data
}

export function licenseQuery(id: string) {
  return queryOptions({
    queryKey: ['license', id] as const,
    ...reading('/v2/tag/license/{id}', { params: { id } }),
    staleTime: Infinity,
    retry: false,
  })
}
