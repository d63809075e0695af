import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
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
    mutationFn: (profile: { username?: string; bio?: string }) => send('PATCH', `/v2/user/${id}`, { body: profile }),
    onSuccess: () => Promise.all([client.invalidateQueries({ queryKey: sessionQuery.queryKey }), client.invalidateQueries({ queryKey: ['user'] })]),
    onError: () => undefined,
  })
}

export type Session = {
  id: string
  created: string
  last_login: string
  os: string | null
  platform: string | null
  user_agent: string
  ip: string
  current: boolean
}

export const sessionsQuery = queryOptions({ queryKey: ['sessions'] as const, queryFn: ({ signal }) => get<Session[]>('/v2/session/list', { signal }) })

/** Signs other places out, one after the other; one that ended by itself meanwhile is no failure. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) {
        await send('DELETE', `/v2/session/${id}`).catch((error: unknown) => {
          if (!ApiError.is(error, 404)) throw error
        })
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
