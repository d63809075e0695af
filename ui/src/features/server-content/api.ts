import { queryOptions } from '@tanstack/react-query'
import { content, type Mod } from '@/lib/hosting/content'

/** How often the list is read again: while something is on its way, and else, for what changes on the disk, in ms. */
export const SOON_MS = 2_000
const OFTEN_MS = 10_000

const someMoving = (list: readonly Mod[]) => list.some(({ installing }) => installing)

/** The key of the list begins with `servers`, which the live stream and all commands about servers invalidate. */
export const contentQueries = {
  list: (id: string) =>
    queryOptions({
      queryKey: ['servers', 'content', id] as const,
      queryFn: ({ signal }) => content.list(id, signal),
      retry: false,
      refetchInterval: ({ state }) => (someMoving(state.data ?? []) ? SOON_MS : OFTEN_MS),
    }),
  versions: (project: string) =>
    queryOptions({
      queryKey: ['install', 'versions', project] as const,
      queryFn: ({ signal }) => content.versions(project, signal),
      staleTime: 60_000,
    }),
}
