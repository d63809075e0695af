import type { QueryClient } from '@tanstack/react-query'
import { beginInside } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'
import { tagQueries } from '@/lib/tags'

/** Starts the queries of a version's editor. */
export function loadEditor(client: QueryClient, name: string, version?: string): void {
  void client.prefetchQuery(tagQueries.loaders())
  void client.prefetchQuery(tagQueries.gameVersions())
  beginInside(client, name, ({ id, versions }) => {
    // A new version is compared with the newest there is.
    const other = version ?? versions[0]?.id
    if (other) void client.prefetchQuery(versionQueries.version(id, other))
    void client.prefetchQuery(versionQueries.dependencies(id))
  })
}
