import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { reportQueries } from './api'

export type Talk = Answer<'GET', '/_internal/thread/{id}'>

export const talkQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: [...reportQueries.all(), 'talk', id] as const,
      queryFn: ({ signal }) => get('/_internal/thread/{id}', { signal, params: { id } }),
    }),
  unread: (id: string) =>
    queryOptions({
      meta: { personal: true },
      queryKey: [...reportQueries.all(), 'unread', id] as const,
      queryFn: ({ signal }) => get('/_internal/thread/{id}/unread', { signal, params: { id } }),
      staleTime: 30_000,
    }),
}

export type Sent = { body: string; private: boolean; replying: string | undefined; key: string }

export function useSay(thread: string) {
  return useMutation({
    meta: { touches: ['threads'] },
    mutationFn: ({ body, private: note, replying, key }: Sent) =>
      send('POST', '/v3/thread/{id}', {
        params: { id: thread },
        body: { body: { type: 'text', body, private: note, ...(replying === undefined ? {} : { replying_to: replying }) } },
        idempotencyKey: key,
      }),
    onError: () => undefined,
  })
}

/** Stores that everything up to a line was seen. A failure changes nothing: the next line is stored again. */
export function useSeen(thread: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: string) => send('PUT', '/v3/thread/{id}/seen', { params: { id: thread }, body: { message } }),
    onSuccess: (_answer, message) => {
      client.setQueryData(talkQueries.unread(thread).queryKey, { unread: 0 })
      client.setQueryData(talkQueries.one(thread).queryKey, (talk) => talk && { ...talk, seen: message, unread: 0 })
      void client.invalidateQueries({ queryKey: ['review', 'queue'], refetchType: 'none' })
    },
    onError: () => undefined,
  })
}
