import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'

export type StoredFile = NonNullable<Answer<'GET', '/_internal/project/{id}/stored'>['files']>[number]

/** What was stored for a project, also what was removed: last removed first. */
export const storedQuery = (id: string, limit: number) =>
  queryOptions({
    queryKey: ['review', 'stored', id, limit] as const,
    queryFn: ({ signal }) => get('/_internal/project/{id}/stored', { signal, params: { id }, query: { limit } }),
    placeholderData: keepPreviousData,
  })

/** Destroys stored content by law; the reason is requested before. */
export function useDestroy() {
  return useMutation({
    meta: { touches: ['projects'] },
    mutationFn: (url: string) => send('POST', '/_internal/removal', { body: { url }, asStaff: true }),
  })
}
