import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { ProjectPage } from '@/lib/api/types'

/** Every query of one project has the key prefix `['project', id]`; a name in an address is resolved to the id. The first script has
 * these; those of the versions are in `version-queries`. */
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
}

/** Loads the project of an address. */
export async function loadProject(client: QueryClient, name: string): Promise<ProjectPage> {
  return client.ensureQueryData(projectQueries.detail(await client.ensureQueryData(projectQueries.named(name))))
}
