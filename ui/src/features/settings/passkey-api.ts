import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'

export type Passkeys = Answer<'GET', '/_internal/auth/passkeys'>
export type Passkey = Passkeys['passkeys'][number]

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'] as const,
  queryFn: ({ signal }) => get('/_internal/auth/passkeys', { signal }),
})

const touches = ['passkeys'] as const

/** Asks the browser for a new passkey and stores it; the form shows errors. */
export function useAddPasskey() {
  return useMutation({
    meta: { touches },
    mutationFn: async (name: string) => {
      const [{ createPasskey }, question] = await Promise.all([import('@/lib/passkey'), send('POST', '/_internal/auth/passkeys/begin')])
      const credential = await createPasskey(question.options)
      return send('POST', '/_internal/auth/passkeys', { body: { flow: question.flow, name, credential } })
    },
    onError: () => undefined,
  })
}

export function useRenamePasskey(id: string) {
  return useMutation({
    meta: { touches },
    mutationFn: (name: string) => send('PATCH', '/_internal/auth/passkeys/{id}', { params: { id }, body: { name } }),
    onError: () => undefined,
  })
}

export function useRemovePasskey() {
  return useMutation({
    meta: { touches },
    mutationFn: (id: string) => send('DELETE', '/_internal/auth/passkeys/{id}', { params: { id } }),
  })
}

/** Whether a sign-in with the password has a second step; the answer has recovery codes where there were none. */
export function useRequirePasskey() {
  return useMutation({
    meta: { touches },
    mutationFn: (required: boolean) => send('PATCH', '/_internal/auth/passkeys', { body: { required } }),
  })
}
