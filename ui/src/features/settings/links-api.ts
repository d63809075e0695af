import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'

export type Links = Answer<'GET', '/_internal/auth/links'>
export type OutsideLink = Links['links'][number]

export const linksQuery = queryOptions({
  queryKey: ['links'] as const,
  queryFn: ({ signal }) => get('/_internal/auth/links', { signal }),
})

/** Begins the linking of the account to one of another site; the browser then goes there. */
export function useLink() {
  return useMutation({
    mutationFn: (provider: string) => send('POST', '/_internal/auth/link', { body: { provider } }),
    onSuccess: ({ url }) => location.assign(url),
  })
}

export function useUnlink() {
  return useMutation({
    meta: { touches: ['links'] as const },
    mutationFn: (provider: string) => send('DELETE', '/v2/auth/provider', { body: { provider } }),
  })
}
