import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Answer } from '@/lib/api/operations'
import { serverConfigHistoryText as t } from '@/lib/i18n/zh-Hans/server-config-history'
import { toast } from '@/stores/toasts'

export type ConfigFile = Answer<'GET', '/_internal/server/{id}/configuration'>['files'][number]
export type Revision = Answer<'GET', '/_internal/server/{id}/configuration/revisions'>['revisions'][number]
export type Difference = Answer<'GET', '/_internal/server/{id}/configuration/diff'>
type Page = Answer<'GET', '/_internal/server/{id}/configuration/revisions'>

/** The most that one request lists. */
const PAGE = 50

/** The keys begin with `servers`, which the live stream invalidates. */
export const configQueries = {
  /** The files as of a moment, by its time in ISO 8601; now where it is left out. */
  files: (id: string, at: string | undefined) =>
    queryOptions({
      queryKey: ['servers', 'config-files', id, at ?? ''] as const,
      queryFn: ({ signal }) => get('/_internal/server/{id}/configuration', { signal, params: { id }, query: { at } }),
      placeholderData: keepPreviousData,
    }),
  revisions: (id: string, path: string) =>
    infiniteQueryOptions({
      queryKey: ['servers', 'config-revisions', id, path] as const,
      queryFn: ({ signal, pageParam }): Promise<Page> =>
        get('/_internal/server/{id}/configuration/revisions', {
          signal,
          params: { id },
          query: { path, limit: PAGE, before: pageParam },
        }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  /** Two revisions of a file; the earlier one is empty where it is left out. */
  diff: (id: string, path: string, before: number | undefined, after: number) =>
    queryOptions({
      queryKey: ['servers', 'config-diff', id, path, before ?? 0, after] as const,
      queryFn: ({ signal }) => get('/_internal/server/{id}/configuration/diff', { signal, params: { id }, query: { path, before, after } }),
    }),
}

/** A restore: of a file, or of one setting, where the file still is the expected revision. */
export type Restore = { path: string; revision: number; key?: string; expected: number }

/** Restores; refused with 409 where the file was changed meanwhile. What is there now is read then. */
export function useRestoreConfig(id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { touches: ['servers'] },
    mutationFn: (body: Restore) => send('POST', '/v3/server/{id}/configuration/restore', { params: { id }, body }),
    // Here, not at the call: the new revision may come first, and the dialog goes with the one that was chosen.
    onSuccess: () => toast(t.done, t.doneHint),
    onError: (error) => {
      if (ApiError.is(error, 409)) void client.invalidateQueries({ queryKey: ['servers'] })
    },
  })
}
