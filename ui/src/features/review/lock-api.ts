import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { reviewQueries } from './api'

export type Lock = Answer<'POST', '/_internal/moderation/lock/{id}'>

const RENEW_MS = 60_000

/**
 * Takes or renews the lock of a project. Its key belongs to the queue, so that it is asked for again when the work of
 * other moderators changes.
 */
const lockQuery = (id: string, watch = false) =>
  queryOptions({
    queryKey: [...reviewQueries.all(), 'queue', 'lock', id, watch] as const,
    queryFn: ({ signal }) =>
      watch
        ? get('/_internal/moderation/lock/{id}', { params: { id }, signal })
        : send('POST', '/_internal/moderation/lock/{id}', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: RENEW_MS,
    refetchOnWindowFocus: 'always',
  })

/**
 * The lock of a project in review while the panel is open; closing the panel or the page releases it, and so does the end of the
 * round. A watcher is told who holds it and takes none; there is none on a project that is `off` the queue.
 */
export function useLock(id: string, { off, watch }: { off: boolean; watch: boolean }) {
  const client = useQueryClient()
  const lock = useQuery({ ...lockQuery(id, watch), enabled: !off })
  const holds = !off && !watch
  useEffect(() => {
    if (!holds) return
    const release = () => void send('DELETE', '/_internal/moderation/lock/{id}', { params: { id } }).catch(() => undefined)
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pagehide', release)
      void client.cancelQueries({ queryKey: lockQuery(id).queryKey }).then(release)
    }
  }, [client, id, holds])
  return off ? undefined : lock
}

/** Takes the review over from the moderator that holds a lock. */
export function useTakeOver(id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { touches: ['queue'] },
    mutationFn: (lock: string) => send('POST', '/_internal/moderation/lock/{id}/override', { params: { id }, body: { lock } }),
    onSuccess: (taken) => client.setQueryData(lockQuery(id).queryKey, taken),
    onError: () => undefined,
  })
}

export const reviewersQuery = () =>
  queryOptions({
    queryKey: [...reviewQueries.all(), 'reviewers'] as const,
    queryFn: ({ signal }) => get('/_internal/moderation/reviewers', { signal }),
    staleTime: 60_000,
  })

export function useHandOver(id: string) {
  return useMutation({
    meta: { touches: ['queue'] },
    mutationFn: ({ to, note }: { to: string; note: string }) =>
      send('POST', '/_internal/moderation/project/{id}/hand-over', { params: { id }, body: { to, note } }),
    onError: () => undefined,
  })
}
