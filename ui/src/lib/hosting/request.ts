import type { NodeSession } from './node-session'

/** The address of a node's service without a scheme (with one where it is http), and a token for it. */
export type NodeAuth = { url: string; token: string }

export type HostingRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the version of the API, or below the node's address; it may begin with one slash. */
  path: string
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  /** Sent as JSON, unless it is a form or bytes. */
  body?: unknown
  /** `application/json` by default; without a header where it is `none`. */
  contentType?: string | undefined
  version?: number | undefined
  timeoutMs?: number | undefined
  /** False where a failed GET must not be repeated. */
  retry?: boolean | undefined
  /** Sends the request to a node with this token. */
  override?: NodeAuth | undefined
  /** Sends the request to the node of these credentials, which are renewed once where the node refuses them. */
  node?: NodeSession | undefined
  headers?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal | undefined
}

export type Send = (request: HostingRequest) => Promise<Response>

/** A part of the chain: it changes a request on its way, or sends it again. */
export type Step = (next: Send) => Send

/** What the client takes from its surroundings; tests give their own. */
export type Setup = {
  /** Path or URL of the hosting API, without a slash at its end. */
  base: string
  provider: string
  /** The headers that stand for the session; undefined for nobody. */
  session: (method: HostingRequest['method']) => Readonly<Record<string, string>> | undefined
  wait: (ms: number) => Promise<void>
}

/** A node's address with its scheme. */
export const withScheme = (url: string): string => (/^https?:\/\//.test(url) ? url : `https://${url}`)
