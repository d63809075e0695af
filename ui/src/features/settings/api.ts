import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Answer } from '@/lib/api/operations'
import { sessionQuery } from '@/lib/session'

export type AccessToken = Answer<'GET', '/v2/pat'>[number]

export const tokensQuery = queryOptions({ queryKey: ['pat'] as const, queryFn: ({ signal }) => get('/v2/pat', { signal }) })

/** Creates a token; its secret is in the answer and nowhere else. */
export function useCreateToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: { name: string; scopes: number; expires: string }) => send('POST', '/v2/pat', { body: token }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    onError: () => undefined,
  })
}

export function useRevokeToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => send('DELETE', '/v2/pat/{id}', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

export function useEditProfile(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profile: { username?: string; bio?: string }) => send('PATCH', '/v2/user/{id}', { params: { id }, body: profile }),
    onSuccess: () => Promise.all([client.invalidateQueries({ queryKey: sessionQuery.queryKey }), client.invalidateQueries({ queryKey: ['user'] })]),
    onError: () => undefined,
  })
}

export type Session = Answer<'GET', '/v2/session/list'>[number]

export const sessionsQuery = queryOptions({ queryKey: ['sessions'] as const, queryFn: ({ signal }) => get('/v2/session/list', { signal }) })

/** Signs other places out, one after the other; one that ended by itself meanwhile is no failure. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) {
        await send('DELETE', '/v2/session/{id}', { params: { id } }).catch((error: unknown) => {
          if (!ApiError.is(error, 404)) throw error
        })
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
