import { ApiError } from '@/lib/api/errors'
import { hostingText as t } from '@/lib/i18n/zh-Hans/hosting'

/** Codes of failures that happen before a request is sent. */
const SIGNED_OUT = 10_000
const NO_BASE = 10_001

type More = { code?: string | undefined; description?: string | undefined; trace?: string | undefined; field?: string | undefined }

/**
 * A failure of the hosting API. `message` is the text of the specification, with the service's prefix; `description` is the
 * sentence for people.
 */
export class HostingError extends ApiError {
  constructor(status: number, text: string, { code = `http_${status}`, description = t.failed, trace, field }: More = {}) {
    super(status, code, description, trace, field)
    this.message = text
  }
}

/** The text of the specification for a status. */
function textOf(status: number, statusText = ''): string {
  const words = t.statuses[status] ?? t.other(status ? String(status) : t.unknown, statusText || t.unknownError)
  return status ? `${t.tag} ${status} ${words}` : `${t.tag} ${words}`
}

/** The failure that an answer states. */
export async function failureOf(response: Response): Promise<HostingError> {
  // An answer without a JSON body keeps the sentence of its status.
  const said = Object(await response.json().catch(() => undefined)) as Record<string, unknown>
  const text = (key: string) => (typeof said[key] === 'string' && said[key] ? said[key] : undefined)
  const { status, statusText, headers } = response
  return new HostingError(status, textOf(status, statusText), {
    code: text('error'),
    description: text('description') ?? t.said[status] ?? t.failed,
    trace: headers.get('X-Request-Id') ?? undefined,
    field: text('field'),
  })
}

/** The failure of a request that got no answer. An end that the caller asked for stays as it is. */
export function unanswered(error: unknown, late: boolean): unknown {
  if (error instanceof HostingError) return error
  if (!late && error instanceof DOMException && error.name === 'AbortError') return error
  return new HostingError(0, `${t.tag} ${t.unexpected}`, {
    code: late ? 'timeout' : 'network_error',
    description: late ? t.late : t.unreachable,
  })
}

export const signedOut = () =>
  new HostingError(SIGNED_OUT, `${t.tag} ${t.signedOut}`, { code: String(SIGNED_OUT), description: t.signedOut })

export const noBase = () => new HostingError(NO_BASE, `${t.tag} ${t.noBase}`, { code: String(NO_BASE), description: t.noBase })

export const badPath = () => new HostingError(400, textOf(400), { code: 'invalid_path', description: t.badPath })
