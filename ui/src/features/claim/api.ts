import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'
import type { ClaimSearch } from './search'

export type Claims = Answer<'GET', '/_internal/claims'>
export type Claim = NonNullable<Claims['claims']>[number]
export type Scope = 'mine' | 'all'

export const CLAIMS_PAGE = 20

/** All queries of claims share the key `['claims']`, which the live stream invalidates. */
export const claimQueries = {
  list: (scope: Scope, { state = 'open', page = 1 }: ClaimSearch) =>
    queryOptions({
      queryKey: ['claims', 'list', scope, state, page] as const,
      queryFn: ({ signal }) =>
        get('/_internal/claims', { signal, query: { scope, state, limit: CLAIMS_PAGE, offset: (page - 1) * CLAIMS_PAGE } }),
      placeholderData: keepPreviousData,
    }),
  standing: (id: string) =>
    queryOptions({
      queryKey: ['claims', 'standing', id] as const,
      queryFn: ({ signal }) => get('/_internal/project/{id}/claim', { signal, params: { id } }),
    }),
}

const meta = { touches: ['claims'] } as const

export function useFileClaim(id: string) {
  return useMutation({
    meta,
    mutationFn: ({ body, key }: { body: BodyOf<'POST', '/v3/project/{id}/claim'>; key: string }) =>
      send('POST', '/v3/project/{id}/claim', { params: { id }, body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useWithdrawClaim() {
  return useMutation({ meta, mutationFn: (id: string) => send('POST', '/v3/claim/{id}/withdraw', { params: { id } }) })
}

/** Accepts or rejects a claim, with a reason. An accepted claim changes the owner of the project. */
export function useSettleClaim() {
  return useMutation({
    meta: { touches: ['claims', 'projects', 'organizations'] },
    mutationFn: ({ id, accept }: { id: string; accept: boolean }) =>
      send('POST', accept ? '/v3/claim/{id}/accept' : '/v3/claim/{id}/reject', { params: { id }, body: {}, asStaff: true }),
  })
}
