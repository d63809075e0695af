import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import type { ContentsSearch } from './search'

export type Contents = Answer<'GET', '/_internal/moderation/version/{id}/contents'>
export type Entry = NonNullable<Contents['entries']>[number]
export type Before = NonNullable<Contents['before']>

const STALE = 5 * 60_000 // a stored file never changes, the version before it may

export const contentsQueries = {
  contents: (id: string, file: string | undefined) =>
    queryOptions({
      queryKey: ['contents', id, file ?? ''] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/version/{id}/contents', { signal, params: { id }, query: { file } }),
      staleTime: STALE,
    }),
  entry: (id: string, { file, path = '', inside }: ContentsSearch) =>
    queryOptions({
      queryKey: ['contents', id, file ?? '', path, inside ?? ''] as const,
      queryFn: ({ signal }) =>
        get('/_internal/moderation/version/{id}/entry', { signal, params: { id }, query: { file, path, in: inside } }),
      staleTime: STALE,
    }),
}
