import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Happening } from '@/features/server/parts'
import { get, urlOf } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { change } from '@/lib/hosting/client'
import { members } from '@/lib/hosting/members'
import { asked, type Filter } from './model/filter'

/** The most that one request lists. */
const PAGE = 100

type Page = { entries: readonly Happening[]; next?: number | null }

export type Crash = Answer<'GET', '/_internal/server/{id}/crashes/{run}'>
export type Suspect = Crash['suspects'][number]

/** The history from an entry on, or from the newest one. The key begins with `servers`, which the live stream invalidates. */
export const historyQuery = (id: string, { entry, ...filter }: Filter) =>
  infiniteQueryOptions({
    queryKey: ['servers', 'whole-history', id, filter, entry ?? 0] as const,
    queryFn: ({ signal, pageParam }): Promise<Page> =>
      get('/_internal/server/{id}/history', {
        signal,
        params: { id },
        query: { ...asked(filter, Date.now()), limit: PAGE, before: pageParam },
      }),
    // Entries are listed from before a position; the entry itself is to be the first.
    initialPageParam: entry === undefined ? undefined : entry + 1,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** The address of the file with every selected entry. */
export const exportAddress = (id: string, filter: Filter, format: 'csv' | 'jsonl', now: number): string =>
  urlOf('/_internal/server/{id}/history/export', { params: { id }, query: { ...asked(filter, now), format } })

export const historyQueries = {
  members: (id: string) =>
    queryOptions({ queryKey: ['servers', 'members', id] as const, queryFn: ({ signal }) => members.list(id, signal) }),
  crash: (id: string, run: string) =>
    queryOptions({
      queryKey: ['servers', 'crash', id, run] as const,
      queryFn: ({ signal }) => get('/_internal/server/{id}/crashes/{run}', { signal, params: { id, run } }),
    }),
}

const meta = { touches: ['servers'] } as const
const at = (id: string, part: string) => `servers/${encodeURIComponent(id)}/${part}`

/** Takes a change of the content back: removes what was added, and brings back what was there. */
export function useUndo(id: string) {
  return useMutation({
    meta,
    mutationFn: ({ kind, id: project, file, from_id }: Suspect) => {
      if (kind === 'added') return change({ method: 'POST', path: at(id, 'deleteMod'), body: { path: file } })
      const rinth_ids = { project_id: project, version_id: from_id }
      return kind === 'removed'
        ? change({ method: 'POST', path: at(id, 'mods'), body: { rinth_ids } })
        : change({ method: 'PUT', path: at(id, `mods/${encodeURIComponent(project)}`), body: { version_id: from_id } })
    },
    onError: () => undefined,
  })
}
