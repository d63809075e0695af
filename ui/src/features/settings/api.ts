import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Answer } from '@/lib/api/operations'

export type AccessToken = Answer<'GET', '/v2/pat'>[number]

export const tokensQuery = queryOptions({ queryKey: ['pat'] as const, queryFn: ({ signal }) => get('/v2/pat', { signal }) })

/** Creates a token; its secret is in the answer and nowhere else. */
export function useCreateToken() {
  return useMutation({
    meta: { touches: ['tokens'] },
    mutationFn: (token: { name: string; scopes: number; expires: string }) => send('POST', '/v2/pat', { body: token }),
    onError: () => undefined,
  })
}

export function useRevokeToken() {
  return useMutation({
    meta: { touches: ['tokens'] },
    mutationFn: (id: string) => send('DELETE', '/v2/pat/{id}', { params: { id } }),
  })
}

/** Drops the scopes that a token has not used for long. */
export function useNarrowToken() {
  return useMutation({
    meta: { touches: ['tokens'] },
    mutationFn: ({ id, scopes, unused_scopes }: AccessToken) =>
      send('PATCH', '/v2/pat/{id}', { params: { id }, body: { scopes: Number(BigInt(scopes) & ~BigInt(unused_scopes)) } }),
  })
}

export function useEditProfile(id: string) {
  return useMutation({
    meta: { touches: ['account'] },
    mutationFn: (profile: { username?: string; bio?: string }) => send('PATCH', '/v2/user/{id}', { params: { id }, body: profile }),
    onError: () => undefined,
  })
}

export type Session = Answer<'GET', '/v2/session/list'>[number]

export const sessionsQuery = queryOptions({ queryKey: ['sessions'] as const, queryFn: ({ signal }) => get('/v2/session/list', { signal }) })

/** Ends other sessions one by one; a session that has ended already is no failure. */
export function useEndSessions() {
  return useMutation({
    meta: { touches: ['sessions'] },
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) {
        await send('DELETE', '/v2/session/{id}', { params: { id } }).catch((error: unknown) => {
          if (!ApiError.is(error, 404)) throw error
        })
      }
    },
  })
}
