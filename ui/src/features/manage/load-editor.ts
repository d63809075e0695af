import type { QueryClient } from '@tanstack/react-query'
import { beginInside, projectQueries } from '@/lib/project-queries'
import { tagQueries } from '@/lib/tags'

/** Begins what the editor of a version asks for. */
export function loadEditor(client: QueryClient, name: string): Promise<void> {
  void client.prefetchQuery(tagQueries.loaders())
  void client.prefetchQuery(tagQueries.gameVersions())
  return beginInside(client, name, ({ id }) => {
    void client.prefetchQuery(projectQueries.versions(id))
    void client.prefetchQuery(projectQueries.dependencies(id))
  })
}
