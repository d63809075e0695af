import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { CollectionPage, Library, Project, ProjectPage, SearchPage } from '@/lib/api/types'
import { libraryQuery } from '@/lib/library'
import { projectQueries } from '@/lib/project-queries'
import { collectionQueries } from './queries'

/** Restores every cached answer that was patched. */
export type Undo = () => void

/** Changes cached answers before the server confirms; the returned function reverts it. */
function patch<T>(client: QueryClient, queryKey: QueryKey, change: (data: T) => T): Undo {
  const before = client.getQueriesData<T>({ queryKey })
  for (const [key, data] of before) {
    if (data !== undefined) client.setQueryData<T>(key, change(data))
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}

/** Changes the cached library of the viewer. */
export function patchLibrary(client: QueryClient, account: string, change: (library: Library) => Library): Undo {
  return patch<Library>(client, libraryQuery(account).queryKey, change)
}

/** Changes the cached page of a collection. */
export function patchPage(client: QueryClient, id: string, change: (page: CollectionPage) => CollectionPage): Undo {
  return patch<CollectionPage>(client, collectionQueries.page(id).queryKey, change)
}

/** Changes the follower count of every cached copy of the project. */
export function patchFollowers(client: QueryClient, id: string, by: number): Undo {
  const at = <T extends Pick<Project, 'id' | 'followers'>>(project: T): T =>
    project.id === id ? { ...project, followers: Math.max(0, project.followers + by) } : project
  const lists = (data: unknown) => (Array.isArray(data) ? (data as Pick<Project, 'id' | 'followers'>[]).map(at) : data)
  const undos = [
    patch(client, projectQueries.detail(id).queryKey, at<ProjectPage>),
    patch<SearchPage>(client, ['search', 'page'], (page) => ({
      ...page,
      hits: page.hits.map((hit) => (hit.project_id === id ? { ...hit, follows: Math.max(0, hit.follows + by) } : hit)),
    })),
    patch<unknown>(client, ['user'], lists),
    patch<unknown>(client, ['organization'], lists),
  ]
  return () => undos.forEach((undo) => undo())
}
