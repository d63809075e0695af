import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import { begin } from './api'

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
