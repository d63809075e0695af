import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { send } from '@/lib/api/client'
import { mayUsePasskeys } from '@/lib/passkey-place'
import { begin } from './api'

/** Signs in with a passkey: with any one, or with one of the account whose password began the flow. */
async function signIn(flow?: string, quietly?: AbortSignal, returns?: boolean) {
  const [{ signWithPasskey }, question] = await Promise.all([
    import('@/lib/passkey'),
    send('POST', '/_internal/auth/login/passkey/begin', { body: flow ? { flow } : {} }),
  ])
  const credential = await signWithPasskey(question.options, quietly)
  return send('POST', '/_internal/auth/login/passkey', { body: { flow: question.flow, credential, ...(returns ? { return: true } : {}) } })
}

export function usePasskeySignIn(flow?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (returns: boolean) => signIn(flow, undefined, returns),
    onSuccess: () => begin(client),
    onError: () => undefined, // shown beside the button
  })
}

/** How long a question is open to an answer; the server accepts it for some minutes longer. */
const OPEN_MS = 10 * 60_000

/** Offers passkeys among the suggestions of the name's field while `offered`; a failure leaves the form as it is. */
export function usePasskeySuggestions(offered: boolean, onDone: () => void) {
  const client = useQueryClient()
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (!offered || !mayUsePasskeys() || !PublicKeyCredential.isConditionalMediationAvailable) return
    const ending = new AbortController()
    const offer = async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
      while (!ending.signal.aborted) {
        const open = AbortSignal.timeout(OPEN_MS)
        try {
          await signIn(undefined, AbortSignal.any([ending.signal, open]))
          await begin(client)
          done()
          return
        } catch {
          if (!open.aborted) return
        }
      }
    }
    void offer()
    return () => ending.abort()
  }, [offered, client])
}
