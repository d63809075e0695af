import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ProjectPage } from '@/lib/api/types'
import { loadProject, projectQueries } from '@/lib/project-queries'

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
