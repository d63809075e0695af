import type { InvalidateQueryFilters, Mutation, QueryClient } from '@tanstack/react-query'
import { inboxKey, type projectTopic } from './topics'

const keys = (...roots: string[]): InvalidateQueryFilters[] => roots.map((root) => ({ queryKey: [root] }))

/** Which queries show what a topic names. Commands say in `meta` what they touch, and the live stream tells what moved. */
const shown = {
  inbox: keys(...inboxKey),
  queue: [{ queryKey: ['review', 'queue'] }],
  reports: keys('reports'),
  claims: keys('claims'),
  activity: keys('activity'),
  /** Any project, in lists and in searches too. */
  projects: keys('project', 'user', 'review', 'search'),
  organizations: keys('organization', 'project', 'user', 'search'),
  /** Lists of what people have. */
  people: keys('user'),
  account: keys('session', 'user'),
  sessions: keys('sessions'),
  tokens: keys('pat'),
  /** What the signed-in person keeps, and the lists of collections. */
  library: keys('library', 'collections'),
  collections: keys('collection'),
  follows: [
    ...keys('library'),
    { queryKey: ['collection', 'following'] },
    { queryKey: ['project'], predicate: ({ queryKey }) => queryKey[2] === 'detail' },
    { queryKey: ['search', 'page'], refetchType: 'none' },
  ],
} satisfies Record<string, InvalidateQueryFilters[]>

export type Topic = keyof typeof shown | ReturnType<typeof projectTopic>

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { touches?: readonly Topic[] }
  }
}

function shownBy(topic: string): InvalidateQueryFilters[] {
  if (topic in shown) return shown[topic as keyof typeof shown]
  const id = topic.slice('project:'.length)
  return [{ queryKey: ['project', id] }, { queryKey: ['review', 'history', id] }, { queryKey: ['user'] }]
}

/** Asks again for everything on the screen that shows the topics; what is not on it is read again when it is. */
export async function refresh(client: QueryClient, ...topics: readonly string[]): Promise<void> {
  await Promise.all(topics.flatMap(shownBy).map((filter) => client.invalidateQueries(filter)))
}

/** Asks again for what a command has touched, however it ended; of several in one scope the last one asks. */
export async function refreshTouched(client: QueryClient, mutation: Mutation<unknown, unknown, unknown>): Promise<void> {
  const { meta, scope } = mutation.options
  if (scope && client.isMutating({ predicate: (other) => other !== mutation && other.options.scope?.id === scope.id }) > 0) return
  await refresh(client, ...(meta?.touches ?? []))
}
