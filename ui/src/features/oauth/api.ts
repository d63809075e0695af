import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { proven } from '@/lib/api/confirm'
import type { Answer, BodyOf } from '@/lib/api/operations'
import { upload } from '@/lib/api/upload'
import { one, parseSearch } from '@/lib/url-search'
import { NoAddress } from './model/refusal'

export type Application = Answer<'GET', '/v3/oauth/app/{id}'>
export type Secret = NonNullable<Application['secrets']>[number]
export type Authorization = NonNullable<Answer<'GET', '/v3/oauth/authorizations'>>[number]
export type Usage = Answer<'GET', '/v3/oauth/app/{id}/usage'>
export type ConsentRequest = Answer<'GET', '/_internal/oauth/flow/{flow}'>
type ConsentDone = Answer<'POST', '/v3/oauth/accept'>
/** A question, or the address to go to where nobody need be asked. */
type Consent = { request: ConsentRequest; address?: undefined } | { address: string; request?: undefined }
type Changes = BodyOf<'PATCH', '/v3/oauth/app/{id}'>
type Registration = BodyOf<'POST', '/v3/oauth/app'>

const personal = { personal: true }

export const applicationsQuery = (user: string) =>
  queryOptions({
    queryKey: ['oauth', 'applications', user] as const,
    queryFn: ({ signal }) => get('/v3/user/{id}/oauth_apps', { signal, params: { id: user } }),
    meta: personal,
  })

/** The organizations of the account, with its rights. */
export const organizationsQuery = (user: string) =>
  queryOptions({
    queryKey: ['user', user, 'organizations'] as const,
    queryFn: ({ signal }) => get('/v3/user/{id}/organizations', { signal, params: { id: user } }),
    meta: personal,
  })

export type Organization = NonNullable<Answer<'GET', '/v3/user/{id}/organizations'>>[number]

/** What everybody may know of an application. */
export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['oauth', 'application', id] as const,
    queryFn: ({ signal }) => get('/v3/oauth/app/{id}', { signal, params: { id } }),
    retry: false,
  })

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ['oauth', 'usage', id] as const,
    queryFn: ({ signal }) => get('/v3/oauth/app/{id}/usage', { signal, params: { id } }),
    meta: personal,
  })

export const authorizationsQuery = queryOptions({
  queryKey: ['oauth', 'authorizations'] as const,
  queryFn: ({ signal }) => get('/v3/oauth/authorizations', { signal }),
  meta: personal,
})

/**
 * The request in the query of the consent page's address, passed on as it came: the server reads it, also where a
 * parameter stands twice. Each reading begins a flow, so that it happens once.
 */
export const consentQuery = (search: string) =>
  queryOptions({
    queryKey: ['consent', search] as const,
    queryFn: async ({ signal }): Promise<Consent> => {
      const flow = one(parseSearch(search).flow)
      if (flow) return { request: await get('/_internal/oauth/flow/{flow}', { signal, params: { flow } }) }
      // An application may demand that people prove who they are.
      const answer: object = await proven(() => get('/_internal/oauth/authorize', { signal, query: new URLSearchParams(search) }))
      const { flow_id, redirect } = answer as Partial<ConsentRequest & ConsentDone>
      return flow_id ? { request: answer as ConsentRequest } : { address: redirect ?? '' }
    },
    meta: personal,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** What a person decides about a request; the answer is the address to go to. */
export type Decision = 'accept' | 'reject'

export function useDecide(flow: string) {
  return useMutation({
    meta: { touches: ['tokens'] },
    mutationFn: async (decision: Decision): Promise<string> => {
      const done = (await send('POST', decision === 'accept' ? '/v3/oauth/accept' : '/v3/oauth/reject', { body: { flow } })) as
        | ConsentDone
        | undefined
      if (!done?.redirect) throw new NoAddress()
      return done.redirect
    },
    onError: () => undefined, // the page shows it
  })
}

const meta = { touches: ['tokens'] } as const

/** Registers an application; its secret is in the answer and nowhere else. */
export function useRegister() {
  return useMutation({
    meta,
    mutationFn: ({ body, key }: { body: Registration; key: string }) => send('POST', '/v3/oauth/app', { body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useChangeApplication(id: string) {
  return useMutation({
    meta,
    mutationFn: (body: Changes) => send('PATCH', '/v3/oauth/app/{id}', { params: { id }, body }),
    onError: () => undefined,
  })
}

/** Without a file the icon is removed. */
export function useChangeIcon(id: string) {
  return useMutation({
    meta,
    mutationFn: async (file: File | undefined) => {
      if (file) await upload('PATCH', '/v3/oauth/app/{id}/icon', file, { params: { id }, query: { ext: file.type.split('/')[1] ?? 'png' } })
      else await send('DELETE', '/v3/oauth/app/{id}/icon', { params: { id } })
    },
    onError: () => undefined,
  })
}

export function useDeleteApplication(id: string) {
  return useMutation({ meta, mutationFn: () => send('DELETE', '/v3/oauth/app/{id}', { params: { id } }) })
}

/** To an organization, or with an empty text to the account itself. */
export function useHandOver(id: string) {
  return useMutation({
    meta,
    mutationFn: (organization_id: string) => send('POST', '/v3/oauth/app/{id}/hand-over', { params: { id }, body: { organization_id } }),
  })
}

export function useAddSecret(id: string) {
  return useMutation({ meta, mutationFn: () => send('POST', '/v3/oauth/app/{id}/secrets', { params: { id } }) })
}

export function useEndSecret(id: string) {
  return useMutation({
    meta,
    mutationFn: (secret: string) => send('DELETE', '/v3/oauth/app/{id}/secrets/{secret}', { params: { id, secret } }),
  })
}

export function useNarrow(id: string) {
  return useMutation({
    meta,
    mutationFn: (scopes: number) => send('PATCH', '/v3/oauth/authorizations/{id}', { params: { id }, body: { scopes } }),
    onError: () => undefined,
  })
}

export function useRevoke() {
  return useMutation({
    meta,
    mutationFn: (client: string) => send('DELETE', '/v3/oauth/authorizations', { query: { client_id: client } }),
  })
}
