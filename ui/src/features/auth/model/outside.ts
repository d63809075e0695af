import { providerText as t } from '@/lib/i18n/zh-Hans/provider'

/** The address at which a sign-in with the account of another site begins; the browser goes there. */
export const initAt = (provider: string, back: string): string =>
  `/v2/auth/init?provider=${encodeURIComponent(provider)}&url=${encodeURIComponent(back)}`

/** The same for an account that is leaving and whose owner keeps it. */
export const returnAt = (provider: string, back: string): string => `${initAt(provider, back)}&return=1`

/** The text of a code with which the server sends the browser back. */
export function faultText(code: unknown): string | undefined {
  if (typeof code !== 'string' || code === '') return undefined
  return Object.hasOwn(t.faults, code) ? t.faults[code] : t.faultOther
}

/** The second step in the fragment of the address, where a sign-in with the account of another site needs one. */
export function secondStepOf(hash: string): { flow: string; code: boolean; passkey: boolean } | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const flow = given.get('flow')
  return flow ? { flow, code: given.has('code'), passkey: given.has('passkey') } : undefined
}
