import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { files } from '@/lib/hosting/files'
import type { FileOperation } from '@/lib/hosting/file-types'
import type { NodeSession } from '@/lib/hosting/node-session'
import { kindOfName } from './model/kinds'
import { nameOf } from './model/paths'
import { MOST_PICTURE, MOST_TEXT } from './model/text'

const PAGE = 100
const SECOND_MS = 1_000

export const isRunning = ({ state }: FileOperation): boolean => state === 'queued' || state === 'ongoing'

/** All queries share the key `['server-files', id]`. None is repeated by itself: the client repeats what may be, and people the rest. */
export const fileQueries = {
  all: (id: string) => ['server-files', id] as const,
  lists: (id: string) => ['server-files', id, 'list'] as const,
  list: (id: string, node: NodeSession, path: string) =>
    infiniteQueryOptions({
      queryKey: [...fileQueries.lists(id), path] as const,
      queryFn: ({ signal, pageParam }) => files.list(node, { path, page: pageParam, page_size: PAGE }, signal),
      initialPageParam: 1,
      getNextPageParam: ({ current, total }) => (current < total ? current + 1 : undefined),
      retry: false,
      staleTime: 0, // the game, other members and a restored backup change files too
    }),
  found: (id: string, node: NodeSession, path: string, name: string) =>
    queryOptions({
      queryKey: ['server-files', id, 'found', path, name] as const,
      queryFn: ({ signal }) => files.search(node, { path, name }, signal),
      retry: false,
      staleTime: 0,
      gcTime: 0,
    }),
  trash: (id: string, node: NodeSession) =>
    queryOptions({
      queryKey: ['server-files', id, 'trash'] as const,
      queryFn: ({ signal }) => files.trash(node, signal),
      retry: false,
      staleTime: 0,
    }),
  operations: (id: string, node: NodeSession) =>
    queryOptions({
      queryKey: ['server-files', id, 'operations'] as const,
      queryFn: ({ signal }) => files.operations(node, signal),
      retry: false,
      refetchInterval: ({ state }) => (state.data?.all.some(isRunning) ? SECOND_MS : false),
    }),
  /** A file to look at or to edit. It is read again whenever it is opened, never while it is open. */
  content: (id: string, node: NodeSession, path: string) =>
    queryOptions({
      queryKey: ['server-files', id, 'content', path] as const,
      queryFn: ({ signal }) => files.content(node, path, kindOfName(nameOf(path)) === 'picture' ? MOST_PICTURE : MOST_TEXT, signal),
      retry: false,
      staleTime: Infinity,
      gcTime: 0,
    }),
}
