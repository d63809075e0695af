import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { reading, send } from '@/lib/api/client'
import { tellError } from '@/lib/tell-error'

/** What can be watched; a board is named by its project, a section by its name. */
export type WatchKind = 'discussion' | 'issue' | 'board' | 'section'

export type WatchLevel = 'all' | 'addressed' | 'never'

/** All queries share the key `['watch']`: what a person writes makes them watch its place. */
export const watchQueries = {
  of: (kind: WatchKind, id: string) =>
    queryOptions({ queryKey: ['watch', kind, id] as const, ...reading('/v3/watch/{kind}/{id}', { params: { kind, id } }) }),
}

export function useWatching(kind: WatchKind, id: string) {
  const client = useQueryClient()
  const { queryKey } = watchQueries.of(kind, id)
  return useMutation({
    meta: { touches: ['watch'] },
    mutationFn: (level: WatchLevel) => send('PUT', '/v3/watch/{kind}/{id}', { params: { kind, id }, body: { level } }),
    onSuccess: (_, level) => client.setQueryData(queryKey, { level, known: true }),
    onError: tellError,
  })
}
