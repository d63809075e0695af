import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { inboxKey } from '@/lib/live/topics'
import { csrfToken } from '@/lib/storage'

/** `position` is the log position of the answer: later notifications stay unread when all are marked. */
export type Inbox = Answer<'GET', '/_internal/notifications'>
export type Counts = Inbox['counts']
export type Notification = Inbox['notifications'][number]

export const filters = ['all', 'update', 'invite', 'status', 'message'] as const
export type Filter = (typeof filters)[number]

/** The filter that an address gives; any other text is all of them. */
export const filterOf = (type: unknown): Filter => filters.find((one) => one === type) ?? 'all'

const PAGE = 30
const LATEST = 8

/** The inbox of nobody: the server answers anonymous requests with 401, so none is sent after a session has ended. */
const nobodys: Inbox = { notifications: [], counts: { total: 0, unread: 0, types: [] }, change: 0, next: null, position: 0 }

async function read(
  signal: AbortSignal,
  options: { unread?: boolean; filter?: Filter; limit: number; before?: number | undefined },
): Promise<Inbox> {
  if (!csrfToken()) return nobodys
  const query = new URLSearchParams({ limit: String(options.limit) })
  if (options.unread !== undefined) query.set('unread', String(options.unread))
  if (options.filter && options.filter !== 'all') query.set('filter', options.filter)
  if (options.before !== undefined) query.set('before', String(options.before))
  return get('/_internal/notifications', { signal, query })
}

/** All queries of the inbox share one key, which the live stream invalidates. */
export const notificationQueries = {
  latest: () =>
    queryOptions({
      meta: { personal: true },
      queryKey: [...inboxKey, 'latest'] as const,
      queryFn: ({ signal }) => read(signal, { limit: LATEST }),
      staleTime: 60_000,
      refetchInterval: 120_000,
    }),
  unread: () =>
    queryOptions({
      meta: { personal: true },
      queryKey: [...inboxKey, 'unread'] as const,
      queryFn: ({ signal }) => read(signal, { limit: LATEST, unread: true }),
      staleTime: 60_000,
    }),
  /** Invitations, among them those that wait for an answer, read or not. */
  invitations: () =>
    queryOptions({
      meta: { personal: true },
      queryKey: [...inboxKey, 'invitations'] as const,
      queryFn: ({ signal }) => read(signal, { limit: PAGE, filter: 'invite' }),
      staleTime: 60_000,
    }),
  list: (unread: boolean, filter: Filter) =>
    infiniteQueryOptions({
      meta: { personal: true },
      queryKey: [...inboxKey, 'list', unread, filter] as const,
      queryFn: ({ signal, pageParam }) => read(signal, { limit: PAGE, unread, filter, before: pageParam }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (last) => last.next ?? undefined,
      staleTime: 30_000,
    }),
}

/** Changes every cached list of the inbox before the server answers. */
function patch(client: QueryClient, change: (one: Notification) => Notification): void {
  const page = (inbox: Inbox): Inbox => {
    const notifications = inbox.notifications.map(change)
    const fewer = notifications.filter((one, index) => one.read && !inbox.notifications[index]?.read).length
    return { ...inbox, notifications, counts: { ...inbox.counts, unread: Math.max(0, inbox.counts.unread - fewer) } }
  }
  client.setQueriesData<Inbox | InfiniteData<Inbox>>({ queryKey: inboxKey }, (data) => {
    if (!data) return data
    return 'pages' in data ? { ...data, pages: data.pages.map(page) } : page(data)
  })
}

const meta = { touches: ['inbox'] } as const

/** Marks notifications as read. The request survives the unloading of the page. */
export function useRead() {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (ids: readonly string[]) => send('PATCH', '/v2/notifications', { query: { ids } }),
    onMutate: (ids) => patch(client, (one) => (ids.includes(one.id) ? { ...one, read: true } : one)),
  })
}

/** Marks everything up to a log position as read. */
export function useReadAll() {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (position: number) => send('POST', '/_internal/notifications/read', { body: { up_to: position } }),
    onMutate: (position) => patch(client, (one) => (one.position <= position ? { ...one, read: true } : one)),
  })
}

/** Removes notifications, or restores them. */
export function useRemove() {
  return useMutation({
    meta,
    mutationFn: ({ ids, back }: { ids: readonly string[]; back?: boolean }) =>
      back ? send('POST', '/_internal/notifications/restore', { body: { ids } }) : send('DELETE', '/v2/notifications', { query: { ids } }),
  })
}

/** Answers an invitation; a team is named by the id of its project or organisation. */
export function useAnswer() {
  return useMutation({
    meta: { touches: ['inbox', 'projects', 'organizations'] },
    mutationFn: ({ team, account, accept }: { team: string; account: string; accept: boolean }) =>
      accept
        ? send('POST', '/v2/team/{id}/join', { params: { id: team } })
        : send('DELETE', '/v2/team/{id}/members/{user}', { params: { id: team, user: account } }),
  })
}
