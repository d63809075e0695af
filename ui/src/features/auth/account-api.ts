import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { sessionQuery } from '@/lib/session'

export type AccessToken = { id: string; name: string; access_token: string | null; scopes: number; created: string; expires: string; last_used: string | null }

export const tokensQuery = queryOptions({ queryKey: ['pat'] as const, queryFn: ({ signal }) => get<AccessToken[]>('/v2/pat', { signal }) })

/** Creates a token; its secret is in the answer and nowhere else. */
export function useCreateToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: { name: string; scopes: number; expires: string }) => send<AccessToken>('POST', '/v2/pat', { body: token }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    onError: () => undefined,
  })
}

export function useRevokeToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => send('DELETE', `/v2/pat/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

export function useEditProfile(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profile: { bio: string }) => send('PATCH', `/v2/user/${id}`, { body: profile }),
    onSuccess: () => Promise.all([client.invalidateQueries({ queryKey: sessionQuery.queryKey }), client.invalidateQueries({ queryKey: ['user'] })]),
    onError: () => undefined,
  })
}
