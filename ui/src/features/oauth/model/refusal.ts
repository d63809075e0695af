import { ApiError } from '@/lib/api/errors'
import { consentText as t } from '@/lib/i18n/zh-Hans/consent'

export type RefusalKind = 'client' | 'redirect' | 'suspended' | 'expired' | 'signedOut' | 'again' | 'address' | 'request' | 'busy' | 'failed'

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

/** Codes of the server for what has a title of its own. */
const kinds: Readonly<Record<string, RefusalKind>> = {
  invalid_client: 'client',
  unknown_client: 'client',
  unauthorized_client: 'client',
  not_found: 'client',
  invalid_redirect_uri: 'redirect',
  redirect_uri_not_registered: 'redirect',
  redirect_uri_missing: 'redirect',
  application_suspended: 'suspended',
  suspended: 'suspended',
  flow_invalid: 'expired',
  flow_expired: 'expired',
  login_required: 'again',
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof NoAddress) return { kind: 'address', text: t.noAddress, quoted: t.noAddressQuoted }
  if (!ApiError.is(error)) return { kind: 'failed', text: t.kinds.failed, quoted: error instanceof Error ? error.name : '' }
  const { status, code, description } = error
  const named = Object.hasOwn(kinds, code) ? kinds[code] : undefined
  const kind = named ?? (status === 401 ? 'signedOut' : status === 429 ? 'busy' : status === 0 || status >= 500 ? 'failed' : 'request')
  return { kind, text: description, quoted: error.trace ? `${code} · ${error.trace}` : code }
}

/** A request that was open for too long. */
export const expiredHere: Refusal = { kind: 'expired', text: '', quoted: '' }
