import { apiText } from '@/lib/i18n/zh-Hans/api'
import { csrfToken } from '@/lib/storage'
import { proven } from './confirm'
import { ApiError } from './errors'
import type { Address, Answer, BodyOf, PathOf, Rest, Verb } from './operations'
import { holdPosition, minPosition } from './position'
import { takePreloaded } from './preload'
import { explained } from './reason'

export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>
type Params = Readonly<Record<string, string>>

export type RequestOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
}

/** The untyped parameters of a request; the typed functions check them at their call. */
export type Loose = { params?: Params | undefined; query?: Query | URLSearchParams | undefined }

function loose(options: unknown): SendOptions & Loose & { body?: unknown } {
  return options ?? {}
}

/** Browsers keep 64 KiB of keepalive requests in total; a character takes up to three bytes. */
const KEPT_CHARS = 10_000
const STALE_TRIES = 3
const STALE_WAIT_MS = 400

/** The path with its parameters and query; lists become the JSON lists that the API reads, empty values are
 * omitted. */
export function urlOf(path: string, { params, query }: Loose): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params?.[name] ?? ''))
  if (query instanceof URLSearchParams) return `${filled}?${query}`
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    search.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return search.size ? `${filled}?${search}` : filled
}

async function failure(response: Response): Promise<ApiError> {
  // An answer without a JSON body keeps the neutral text.
  const said = Object(await response.json().catch(() => undefined)) as Record<string, unknown>
  const text = (key: string) => (typeof said[key] === 'string' && said[key] ? said[key] : undefined)
  const { status, headers } = response
  return new ApiError(
    status,
    text('error') ?? `http_${status}`,
    text('description') ?? apiText.failed(status),
    headers.get('X-Request-Id') ?? undefined,
    text('field'),
    said.fields,
  )
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network_error', navigator.onLine === false ? apiText.offline : apiText.unreachable)
  }
}

async function body(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * Reads a document. After a command of this browser it requires a state that contains the command, and repeats
 * the request for a moment while the server's state is older.
 */
export function get<P extends PathOf<'GET'>>(path: P, ...[options]: Rest<RequestOptions & Address<'GET', P>>): Promise<Answer<'GET', P>> {
  return read(urlOf(path, loose(options)), loose(options))
}

async function read<T>(url: string, options: RequestOptions): Promise<T> {
  const position = minPosition()
  const early = preloaded<T>(url)
  if (early !== undefined) return early
  for (let attempt = 1; ; attempt++) {
    const headers: Record<string, string> = { Accept: 'application/json', ...options.headers }
    if (position !== undefined) headers['Min-Position'] = String(position)
    const response = await ask(url, { headers, signal: options.signal ?? null })
    const stale = position !== undefined && response.headers.get('Stale') === 'true'
    if (stale && attempt < STALE_TRIES) {
      await new Promise((resolve) => setTimeout(resolve, STALE_WAIT_MS * attempt))
      continue
    }
    if (!response.ok) throw await failure(response)
    return (await body(response)) as T
  }
}

/** The preloaded answer for an address, unless a command of this browser came after it. */
function preloaded<T>(url: string): T | undefined {
  return minPosition() === undefined ? (takePreloaded(url)?.data as T | undefined) : undefined
}

/** The options of a query for one document: it starts with preloaded data, so that the first render is complete. */
export function reading<P extends PathOf<'GET'>>(path: P, ...[address]: Rest<Address<'GET', P>>) {
  const url = urlOf(path, loose(address))
  return {
    queryFn: ({ signal }: { signal: AbortSignal }) => read<Answer<'GET', P>>(url, { signal }),
    initialData: () => preloaded<Answer<'GET', P>>(url),
  }
}

export type SendOptions = RequestOptions & {
  /** Makes a repeated command take effect once. */
  idempotencyKey?: string | undefined
  /** The staff acts on another account's item: a reason is requested before the command is sent. */
  asStaff?: boolean | undefined
}

type Command = Exclude<Verb, 'GET'>
type Sent<M extends Verb, P extends PathOf<M>> = BodyOf<M, P> extends undefined ? { body?: undefined } : { body: BodyOf<M, P> }

/** Sends a command and stores the log position of its effect. It requests the reason that the server requires of
 * the staff, and the proof that it requires before credentials change. */
export function send<M extends Command, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Rest<SendOptions & Address<M, P> & Sent<M, P>>
): Promise<Answer<M, P>> {
  const { params, query, body: sent, ...others } = loose(options)
  return proven(() =>
    explained(
      { query, body: sent },
      (said) => sendOnce(method, urlOf(path, { params, query: said.query }), said.body, others),
      others.asStaff,
    ),
  )
}

/** A body is sent as JSON unless it is a FormData or a Blob. */
async function sendOnce<T>(method: Command, url: string, sent: unknown, options: SendOptions): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json', ...commandHeaders(), ...options.headers }
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  const raw = sent instanceof FormData || sent instanceof Blob
  const payload = raw ? sent : sent === undefined ? null : JSON.stringify(sent)
  if (!raw && payload) headers['Content-Type'] = 'application/json'
  // A small command is sent even when the page is left at the same time.
  const keepalive = payload === null || (typeof payload === 'string' && payload.length < KEPT_CHARS)
  const response = await ask(url, { method, headers, body: payload, signal: options.signal ?? null, keepalive })
  if (!response.ok) throw await failure(response)
  holdPosition(response.headers.get('Log-Position'))
  return (await body(response)) as T
}

/** Headers of every command of a signed-in browser. */
export function commandHeaders(): Record<string, string> {
  const token = csrfToken()
  return token ? { 'X-CSRF-Token': token } : {}
}
