import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import { sessionQuery } from '@/lib/session'
import { takeProof } from './proof/proof'

export type SignUp = { username: string; email: string; password: string; sign_up_newsletter: boolean }
/** `return` keeps an account that its owner is leaving. */
export type SignIn = { username: string; password: string; return?: boolean }

/** Whether a sign-in was refused because the account is being left: signing in keeps it, if its owner says so. */
export const isLeaving = (error: unknown): boolean => ApiError.is(error, 409) && error.code === 'account_leaving'

/** Drops the cached answers of the previous session and loads the new one. */
export async function begin(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] })
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

export function useSignUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: SignUp) => send('POST', '/v2/auth/create', { body: { ...body, challenge: await takeProof() } }),
    onSuccess: () => begin(client),
    onError: () => undefined, // the form shows it
  })
}

/** Why a name cannot be taken: its form, or another account that has it. */
export async function nameFault(username: string): Promise<string | undefined> {
  try {
    await send('POST', '/v2/auth/create/validate', { body: { username } })
  } catch (error) {
    if (ApiError.is(error) && error.field === 'username') return error.description
  }
  return undefined // after any other failure the sign-up itself will tell
}

/** Signs in; after wrong passwords the server requires a proof of work, which is then sent automatically. */
export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: SignIn) => {
      const login = (challenge?: string) => send('POST', '/v2/auth/login', { body: { ...body, challenge } })
      try {
        return await login()
      } catch (error) {
        if (!ApiError.is(error) || error.code !== 'challenge_required') throw error
        return login(await takeProof())
      }
    },
    // A browser's session is in its cookie only; a second step has a flow.
    onSuccess: (started) => ('flow' in started ? undefined : begin(client)),
    onError: () => undefined,
  })
}

export function useSignInCode() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { flow: string; code: string; return?: boolean }) => send('POST', '/v2/auth/login/2fa', { body }),
    onSuccess: () => begin(client),
    onError: () => undefined,
  })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: async (username: string) => send('POST', '/v2/auth/password/reset', { body: { username, challenge: await takeProof() } }),
    onError: () => undefined,
  })
}

/** Sets a password with the token of an e-mail link; every session ends, also this browser's. */
export function useResetPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { flow: string; new_password: string; end_tokens: boolean }) => send('PATCH', '/v2/auth/password', { body }),
    onSuccess: () => begin(client),
    onError: () => undefined,
  })
}

export function useSubscribe() {
  return useMutation({
    meta: { touches: ['account'] },
    mutationFn: (wanted: boolean) => send(wanted ? 'POST' : 'DELETE', '/v2/auth/email/subscribe'),
  })
}

/** Requests the verification e-mail again. */
export function useResendVerification() {
  return useMutation({
    meta: { touches: ['account'] },
    mutationFn: () => send('POST', '/v2/auth/email/resend_verify'),
    onError: () => undefined,
  })
}
