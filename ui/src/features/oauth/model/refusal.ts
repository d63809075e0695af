import { ApiError } from '@/lib/api/errors'
import { consentText as t } from '@/lib/i18n/zh-Hans/consent'

export type RefusalKind =
  | 'client'
  | 'redirect'
  | 'suspended'
  | 'expired'
  | 'signedOut'
  | 'again'
  | 'address'
  | 'request'
  | 'busy'
  | 'failed'

/** Why a request for authorization goes no further. */
export type Refusal = {
  kind: RefusalKind
  /** The reason, in Chinese. */
  text: string
  /** What a developer looks for, in English. */
  quoted: string
}

/** Says that an answer had no address to go to (content-site §8). */
export class NoAddress extends Error {
  constructor() {
    super(t.noAddressQuoted)
  }
}

/** The rules of the server (identity.OAuth) whose refusals have a title of their own. */
const kinds: Readonly<Record<string, RefusalKind>> = {
  client_id_missing: 'client',
  client_id_twice: 'client',
  unknown_client: 'client',
  client_suspended: 'suspended',
  redirect_uri_missing: 'redirect',
  redirect_uri_not_registered: 'redirect',
  redirect_uri_twice: 'redirect',
  flow_invalid: 'expired',
}

const byStatus: Readonly<Record<number, RefusalKind>> = { 0: 'failed', 401: 'signedOut', 428: 'again', 429: 'busy' }

/** A reason in Chinese, with the words of the standard behind it. */
const withWords = /^(.+)（([ -~]+)）$/

export function refusalOf(error: unknown): Refusal {
  if (error instanceof NoAddress) return { kind: 'address', text: t.noAddress, quoted: t.noAddressQuoted }
  if (!ApiError.is(error)) return { kind: 'failed', text: '', quoted: error instanceof Error ? error.name : '' }
  const { status, code, description, trace } = error
  const kind = (Object.hasOwn(kinds, code) ? kinds[code] : undefined) ?? byStatus[status] ?? (status >= 500 ? 'failed' : 'request')
  const [, text = description, words] = withWords.exec(description) ?? []
  return { kind, text, quoted: [words, code, trace].filter(Boolean).join(' · ') }
}

/** A request that was open for too long. */
export const expiredHere: Refusal = { kind: 'expired', text: '', quoted: '' }
