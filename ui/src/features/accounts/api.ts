import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { accountsQuery, type AccountsSearch } from './search'

export type StaffUsers = Answer<'GET', '/_internal/moderation/accounts'>
export type StaffUser = StaffUsers['users'][number]
export type StaffAccount = Answer<'GET', '/_internal/moderation/account/{id}'>
export type Suspension = StaffUser['suspensions'][number]
export type SuspendedAct = Suspension['kind']
export type StaffReport = StaffAccount['reports']['by'][number]
export type ResetPart = 'username' | 'bio' | 'avatar'
export type Right = 'analyst' | 'treasurer'
export type Reason = { code: string; text?: string }

export const accountQueries = {
  page: (search: AccountsSearch) =>
    queryOptions({
      queryKey: ['accounts', 'page', search] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/accounts', { signal, query: accountsQuery(search) }),
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['accounts', 'one', id] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/account/{id}', { signal, params: { id } }),
    }),
}

const meta = { touches: ['people'] } as const

/** Refetches what the staff sees of accounts; no topic of the live stream tells of it, so that no other page knows its keys. */
function useFresh() {
  const client = useQueryClient()
  return () => Promise.all(['accounts', 'audit'].map((root) => client.invalidateQueries({ queryKey: [root] })))
}

/** Finds an account by its whole address, which is recorded. */
export function useFindByAddress() {
  return useMutation({
    mutationFn: (address: string) => send('POST', '/_internal/moderation/accounts/find', { body: { address } }),
    onError: () => undefined,
  })
}

/** Looks at the address of an account, which is recorded. */
export function useLookAtAddress(id: string) {
  return useMutation({
    meta,
    onSettled: useFresh(),
    mutationFn: () => send('POST', '/_internal/user/{id}/address', { params: { id }, body: {} }),
  })
}

export function useSuspend(id: string) {
  return useMutation({
    meta,
    onSettled: useFresh(),
    mutationFn: ({ key, ...body }: { kind: SuspendedAct; until: string | null; reason: Reason; key: string }) =>
      send('POST', '/v2/user/{id}/suspend', { params: { id }, body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

/** The reason is asked for before the command is sent, as for the following ones. */
export function useRestore(id: string) {
  return useMutation({
    meta,
    onSettled: useFresh(),
    mutationFn: (kind: SuspendedAct) =>
      send('POST', '/v2/user/{id}/unsuspend', { params: { id }, body: { kind, reason: null }, asStaff: true }),
  })
}

export function useChangeRole(id: string) {
  return useMutation({
    meta,
    onSettled: useFresh(),
    mutationFn: ({ role, reason }: { role: 'developer' | 'moderator' | 'admin'; reason: Reason }) =>
      send('PATCH', '/v2/user/{id}', { params: { id }, body: { role, reason } }),
    onError: () => undefined,
  })
}

export function useChangeRight(id: string) {
  return useMutation({
    meta,
    onSettled: useFresh(),
    mutationFn: (given: { right: Right; give: boolean }) =>
      send('PUT', '/_internal/user/{id}/right', { params: { id }, body: { ...given, reason: null }, asStaff: true }),
  })
}

export function useEndAll(id: string) {
  return useMutation({
    meta,
    onSettled: useFresh(),
    mutationFn: () => send('POST', '/_internal/user/{id}/sign-out', { params: { id }, body: { reason: null }, asStaff: true }),
  })
}

export function useResetProfile(id: string) {
  return useMutation({
    meta,
    onSettled: useFresh(),
    mutationFn: (part: ResetPart) =>
      send('POST', '/_internal/user/{id}/reset', { params: { id }, body: { part, reason: null }, asStaff: true }),
  })
}
