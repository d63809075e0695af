export type ClientType = 'confidential' | 'public'

export type RedirectProblem =
  | 'empty'
  | 'long'
  | 'character'
  | 'malformed'
  | 'host'
  | 'port'
  | 'plain'
  | 'scheme'
  | 'dotless'
  | 'fragment'
  | 'user'
  | 'wildcard'
  | 'dots'
  | 'reserved'
  | 'twice'

export const MAX_REDIRECTS = 10
const MAX_LENGTH = 2048

/** Printable ASCII without what two programs could read differently: an address is compared letter by letter. */
const plainText = /^[!-~]*$/
const strange = /[\\"<>^`{|}]/
const parts = /^([a-z][a-z0-9+.-]*):(\/\/[^/?]*)?([^?]*)/
const wholeEscapes = /^(?:[^%]|%[0-9A-Fa-f]{2})*$/
const hostAndPort = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/
const hostName = /^[a-z0-9\-.~!$&'()+,;=]*[a-z0-9\-~!$&'()+,;=]$/
const privateScheme = /^[^.]+(?:\.[^.]+)+$/

/** Parameters of the answer, which an address cannot have before. */
const reserved = ['code', 'state', 'iss', 'error', 'error_description']

/**
 * Why an address cannot be one that answers are sent to; undefined where it can. The rules are the server's
 * (domain/application): https, http for the machine itself, and for public applications a scheme with a dot.
 */
export function redirectProblem(text: string, type: ClientType): RedirectProblem | undefined {
  if (text === '') return 'empty'
  if (text.length > MAX_LENGTH) return 'long'
  if (text.includes('*')) return 'wildcard'
  if (!plainText.test(text) || strange.test(text)) return 'character'
  if (text.includes('#')) return 'fragment'
  const [, scheme = '', authority, path = ''] = parts.exec(text) ?? []
  if (!scheme || !wholeEscapes.test(path)) return 'malformed'
  if (authority?.includes('@')) return 'user'
  if (isDotted(path)) return 'dots'
  const given = new URLSearchParams(/\?(.*)$/.exec(text)?.[1])
  if (reserved.some((name) => given.has(name))) return 'reserved'
  if (scheme === 'https' || scheme === 'http') return placeProblem(authority?.slice(2) ?? '', scheme)
  if (type !== 'public') return 'scheme'
  return privateScheme.test(scheme) ? undefined : 'dotless'
}

/** Whether a path has a segment that means a folder, also an encoded one. */
function isDotted(path: string): boolean {
  const read = path.replaceAll(/%2e/gi, '.').replaceAll(/%2f|%5c/gi, '/')
  return read.split('/').some((segment) => segment === '.' || segment === '..')
}

function placeProblem(place: string, scheme: 'https' | 'http'): RedirectProblem | undefined {
  const [, host = '', port] = hostAndPort.exec(place) ?? []
  if (host.startsWith('[') ? !isAddress(host) : !hostName.test(host)) return 'host'
  if (port !== undefined && !(/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535)) return 'port'
  return scheme === 'http' && host !== '127.0.0.1' && host !== '[::1]' ? 'plain' : undefined
}

/** An address of version 6 in the one way in which it is written. */
function isAddress(host: string): boolean {
  const url = `https://${host}/`
  return URL.canParse(url) && (host.includes('.') || new URL(url).hostname === host)
}

/** The problem of each address of a list; one that is there already is refused. */
export function redirectProblems(list: readonly string[], type: ClientType): (RedirectProblem | undefined)[] {
  return list.map((text, at) => redirectProblem(text, type) ?? (list.indexOf(text) < at ? 'twice' : undefined))
}
