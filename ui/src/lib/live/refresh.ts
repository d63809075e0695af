import type { InvalidateQueryFilters, Mutation, QueryClient } from '@tanstack/react-query'
import { inboxKey, type projectTopic } from './topics'

const keys = (...roots: string[]): InvalidateQueryFilters[] => roots.map((root) => ({ queryKey: [root] }))

/** The queries that show a topic. Commands list in `meta` the topics that they touch, and the live stream sends
 * changed topics. */
const shown = {
  inbox: keys(...inboxKey),
  queue: [{ queryKey: ['review', 'queue'] }],
  undo: [{ queryKey: ['review', 'undo'] }, { queryKey: ['review', 'history'] }],
  reports: keys('reports'),
  threads: keys('reports', 'review'),
  claims: keys('claims'),
  translations: keys('translations'),
  revenue: keys('revenue'),
  treasury: keys('treasury'),
  wikidrafts: keys('wiki'),
  curated: keys('curated'),
  activity: keys('activity'),
  servers: keys('servers'),
  forum: keys('forum'),
  issues: keys('issues'),
  watch: keys('watch'),
  bars: keys('bars'),
  /** Any project, also in lists and searches. */
  projects: keys('project', 'user', 'review', 'search'),
  organizations: keys('organization', 'project', 'user', 'search'),
  /** Lists of own items. */
  people: keys('user'),
  account: keys('session', 'user'),
  sessions: keys('sessions'),
  passkeys: keys('passkeys', 'session'),
  links: keys('links', 'session'),
  /** Access tokens, and what applications may do. */
  tokens: keys('pat', 'oauth'),
  webhooks: keys('webhooks'),
  /** The signed-in person's follows and collections, and the lists of collections. */
  library: keys('library', 'collections'),
  collections: keys('collection'),
  follows: [
    ...keys('library'),
    { queryKey: ['collection', 'following'] },
    { queryKey: ['project'], predicate: ({ queryKey }) => queryKey[2] === 'detail' },
    { queryKey: ['search', 'page'], refetchType: 'none' },
  ],
} satisfies Record<string, InvalidateQueryFilters[]>

export type Topic = keyof typeof shown | ReturnType<typeof projectTopic> | `discussion:${string}` | `issue:${string}`

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { touches?: readonly Topic[] }
  }
}

function shownBy(topic: string): InvalidateQueryFilters[] {
  if (topic in shown) return shown[topic as keyof typeof shown]
  const [kind, id] = topic.split(':')
  if (kind === 'discussion') return [{ queryKey: ['discussion', id] }, { queryKey: ['forum'] }]
  if (kind === 'issue') return [{ queryKey: ['issue', id] }, { queryKey: ['issues'] }]
  return [
    { queryKey: ['project', id] },
    { queryKey: ['wiki', id] },
    { queryKey: ['translations', id] },
    { queryKey: ['review', 'history', id] },
    { queryKey: ['user'] },
  ]
}

/** Refetches every query on the screen that shows the topics; others are refetched when they are shown again. */
export async function refresh(client: QueryClient, ...topics: readonly string[]): Promise<void> {
  await Promise.all(topics.flatMap(shownBy).flatMap((filter) => [client.invalidateQueries(filter), ...firstReads(client, filter)]))
}

/** Repeats first reads in progress when they have ended: they may have begun before the change, no other read cancels
 * them, and their end clears the mark of an outdated query. */
function firstReads(client: QueryClient, filter: InvalidateQueryFilters): Promise<void>[] {
  return client
    .getQueryCache()
    .findAll({ ...filter, fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined)
    .map(async (query) => {
      await query.promise?.catch(() => undefined)
      await client.invalidateQueries({ ...filter, queryKey: query.queryKey, exact: true })
    })
}

/** Refetches the queries that a command touches, whether it succeeded or failed; of several in one scope only the
 * last one does. */
export async function refreshTouched(client: QueryClient, mutation: Mutation<unknown, unknown, unknown>): Promise<void> {
  const { meta, scope } = mutation.options
  if (scope && client.isMutating({ predicate: (other) => other !== mutation && other.options.scope?.id === scope.id }) > 0) return
  await refresh(client, ...(meta?.touches ?? []))
}
