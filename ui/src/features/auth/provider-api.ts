import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { begin } from './api'

export type Provider = NonNullable<Answer<'GET', '/_internal/auth/providers'>['providers']>[number]

/** The other sites with whose accounts people sign in. */
export const providersQuery = queryOptions({
  queryKey: ['providers'] as const,
  queryFn: ({ signal }) => get('/_internal/auth/providers', { signal }),
  staleTime: 60_000,
})

/** What the form of a person who came from another site proposes. */
export const joiningQuery = (flow: string) =>
  queryOptions({
    queryKey: ['joining', flow] as const,
    queryFn: () => send('POST', '/_internal/auth/joining', { body: { flow } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export type Join = { flow: string; username: string; email: string; sign_up_newsletter: boolean }

export function useJoin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Join) => send('POST', '/v2/auth/join', { body }),
    onSuccess: () => begin(client),
    onError: () => undefined,
  })
}
