import { holdPosition, minPosition } from '@/lib/api/position'
import { badPath, failureOf, noBase, unanswered } from './errors'
import { withScheme, type HostingRequest, type Send, type Setup } from './request'

const TIMEOUT_MS = 10_000

/** The URL of a request. */
function urlOf({ path, query, version = 0, override }: HostingRequest, { base, provider }: Setup): string {
  if (path.startsWith('//')) throw badPath()
  if (!override && !base) throw noBase()
  const root = override ? withScheme(override.url) : `${base}/${provider}/v${version}`
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value))
  return `${root}/${path.replace(/^\//, '')}${search.size ? `?${search}` : ''}`
}

/** Sends a request once. An answer that is no success is thrown. */
export function transport(setup: Setup): Send {
  return async (request) => {
    const { method, body, contentType = 'application/json', override, timeoutMs = TIMEOUT_MS, signal } = request
    const url = urlOf(request, setup)
    const raw = body instanceof FormData || body instanceof Blob
    const headers: Record<string, string> = { Accept: 'application/json', ...request.headers }
    if (contentType !== 'none' && body !== undefined && !(body instanceof FormData)) headers['Content-Type'] = contentType
    const position = override ? undefined : minPosition()
    if (method === 'GET' && position !== undefined) headers['Min-Position'] = String(position)
    const ended = new AbortController()
    const end = () => ended.abort()
    let late = false
    const timer = setTimeout(() => {
      late = true
      end()
    }, timeoutMs)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end)
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: raw ? body : body === undefined ? null : JSON.stringify(body),
        credentials: override ? 'omit' : 'same-origin',
        signal: ended.signal,
      })
      if (!response.ok) throw await failureOf(response)
      if (!override && method !== 'GET') holdPosition(response.headers.get('Log-Position'))
      return response
    } catch (error) {
      throw unanswered(error, late)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
  }
}
