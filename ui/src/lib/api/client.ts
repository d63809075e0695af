import { apiText } from '@/lib/i18n/zh-Hans/api'
import { readCookie } from '@/lib/storage'
import { ApiError } from './errors'
import { holdPosition, minPosition } from './position'
import { takePreloaded } from './preload'
import { explained } from './reason'

export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>

export type RequestOptions = {
  signal?: AbortSignal | undefined
  query?: Query | undefined
  headers?: Record<string, string> | undefined
}

/** Browsers keep 64 KiB of requests in all; a character takes up to three bytes. */
const KEPT_CHARS = 10_000
const STALE_TRIES = 3
const STALE_WAIT_MS = 400

/** Path with its query; arrays become the JSON arrays the API reads, empty values are left out. */
export function apiPath(path: string, query?: Query): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    params.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

async function failure(response: Response): Promise<ApiError> {
  const trace = response.headers.get('X-Request-Id') ?? undefined
  let code = `http_${response.status}`
  let description: string = apiText.failed(response.status)
  let field: string | undefined
  try {
    const body: unknown = await response.json()
    if (body && typeof body === 'object') {
      if ('error' in body && typeof body.error === 'string') code = body.error
      if ('description' in body && typeof body.description === 'string' && body.description) description = body.description
      if ('field' in body && typeof body.field === 'string') field = body.field
    }
  } catch {
    // An answer without a JSON body keeps the neutral text.
  }
  return new ApiError(response.status, code, description, trace, field)
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
 * Reads a document. After a command of this browser it insists on a state that contains the command, and asks
 * again for a moment while the server says that its copy is still older.
 */
export async function get<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const url = apiPath(path, options.query)
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

/** What the page came with for a path, unless a command of this browser made it old. */
function preloaded<T>(url: string): T | undefined {
  return minPosition() === undefined ? (takePreloaded(url)?.data as T | undefined) : undefined
}

/** The reading parts of a query for one document: it begins with what the page came with, so that the first drawing is whole. */
export function reading<T>(path: string, query?: Query): { queryFn: (context: { signal: AbortSignal }) => Promise<T>; initialData: () => T | undefined } {
  return {
    queryFn: ({ signal }) => get<T>(path, { query, signal }),
    initialData: () => preloaded<T>(apiPath(path, query)),
  }
}

export type SendOptions = RequestOptions & {
  /** Sent as JSON unless it is a FormData or a Blob. */
  body?: unknown
  /** Makes a repeated command count once. */
  idempotencyKey?: string | undefined
  /** The staff acts on what is somebody else's: the reason is asked for before the command is sent. */
  asStaff?: boolean | undefined
}

type Method = 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Sends a command and remembers the position of its effect. A reason that the server wants of the staff is asked for. */
export function send<T = void>(method: Method, path: string, options: SendOptions = {}): Promise<T> {
  return explained({ query: options.query, body: options.body }, (given) => sendOnce<T>(method, path, { ...options, ...given }), options.asStaff)
}

async function sendOnce<T>(method: Method, path: string, options: SendOptions): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json', ...commandHeaders(), ...options.headers }
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  let payload: BodyInit | null = null
  if (options.body instanceof FormData || options.body instanceof Blob) payload = options.body
  else if (options.body !== undefined) {
    payload = JSON.stringify(options.body)
    headers['Content-Type'] = 'application/json'
  }
  const url = apiPath(path, options.query)
  // A small command is carried out though the page is left in the same moment.
  const keepalive = payload === null || (typeof payload === 'string' && payload.length < KEPT_CHARS)
  const response = await ask(url, { method, headers, body: payload, signal: options.signal ?? null, keepalive })
  if (!response.ok) throw await failure(response)
  holdPosition(response.headers.get('Log-Position'))
  return (await body(response)) as T
}

/** Headers every command of a signed-in browser needs. */
export function commandHeaders(): Record<string, string> {
  const token = readCookie('modyard_csrf')
  return token ? { 'X-CSRF-Token': token } : {}
}
