import { ApiError } from '@/lib/api/errors'
import { signedOut } from './errors'
import type { Setup, Step } from './request'

const RETRIES = 3
const RETRY_MS = 200
const STALE_TRIES = 3
const STALE_MS = 400

/** Gives a request the session, or the token of a node. Without a session nothing is sent to the hosting API. */
export const auth =
  ({ session }: Setup): Step =>
  (next) =>
  (request) => {
    if (request.node) return next(request)
    const headers = request.override ? { Authorization: `Bearer ${request.override.token}` } : session(request.method)
    if (!headers) return Promise.reject(signedOut())
    return next({ ...request, headers: { ...headers, ...request.headers } })
  }

/** Gives a request a node's credentials. Where the node refuses them, they are renewed once and the request is repeated once. */
export const nodeAuth: Step = (next) => async (request) => {
  const { node } = request
  if (!node) return next(request)
  const ask = async (refused?: string) => {
    const override = await node.credentials(refused)
    const sent = next({ ...request, node: undefined, override, headers: { Authorization: `Bearer ${override.token}`, ...request.headers } })
    return { token: override.token, sent }
  }
  const first = await ask()
  try {
    return await first.sent
  } catch (error) {
    if (!ApiError.is(error, 401)) throw error
  }
  return (await ask(first.token)).sent
}

/** Whether another try may succeed: no answer, or one of a service that is busy or away. */
function passing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** Repeats a failed GET; other requests never. */
export const retry =
  ({ wait }: Setup): Step =>
  (next) =>
  async (request) => {
    const most = request.method === 'GET' && request.retry !== false ? RETRIES : 0
    for (let tried = 0; ; tried++) {
      try {
        return await next(request)
      } catch (error) {
        if (tried >= most || !passing(error) || request.signal?.aborted) throw error
      }
      await wait(RETRY_MS * 2 ** tried)
    }
  }

/** After a command of this browser, waits for an answer that contains it. */
export const fresh =
  ({ wait }: Setup): Step =>
  (next) =>
  async (request) => {
    for (let tried = 1; ; tried++) {
      const response = await next(request)
      if (request.override || request.method !== 'GET' || response.headers.get('Stale') !== 'true' || tried >= STALE_TRIES) return response
      await wait(STALE_MS * tried)
    }
  }
