import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What a page can follow; see `GET /_internal/live`. */
export const inboxTopic = 'inbox'
export const queueTopic = 'queue'
/** One's own reports; for staff, everybody's. */
export const reportsTopic = 'reports'
export const activityTopic = 'activity'
export const projectTopic = (id: string): string => `project:${id}`

/** Queries that follow the inbox lie under this key. */
export const inboxKey = ['notifications'] as const

type Named = { id?: unknown; slug?: unknown }

/** A project's queries go by the name in the address, its id or its slug: those whose document has the id. */
function namesOf(client: QueryClient, id: string): Set<unknown> {
  const names = new Set<unknown>([id])
  for (const query of client.getQueryCache().findAll({ queryKey: ['project'] })) {
    const page = query.state.data as Named | undefined
    if (query.queryKey[2] === 'detail' && page?.id === id) names.add(query.queryKey[1]).add(page.slug)
  }
  return names
}

/** Asks again for everything on the screen that a topic tells of; what is not shown is read again when it is. */
export async function refresh(client: QueryClient, topic: string): Promise<void> {
  const keys = keysOf(topic)
  const names = topic.startsWith('project:') ? namesOf(client, topic.slice('project:'.length)) : undefined
  await Promise.all([
    ...keys.map((queryKey) => client.invalidateQueries({ queryKey })),
    names ? client.invalidateQueries({ queryKey: ['project'], predicate: (query) => names.has(query.queryKey[1]) }) : undefined,
  ])
}

function keysOf(topic: string): QueryKey[] {
  switch (topic) {
    case inboxTopic:
      return [inboxKey]
    case queueTopic:
      return [['review', 'queue']]
    case reportsTopic:
      return [['reports']]
    case activityTopic:
      return [['activity']]
  }
  const id = topic.slice('project:'.length)
  return [['review', 'history', id], ['review', 'thread', id], ['user']]
}
