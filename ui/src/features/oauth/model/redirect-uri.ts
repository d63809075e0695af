export type ClientType = 'confidential' | 'public'

export type RedirectProblem =
  | 'empty'
  | 'long'
  | 'character'
  | 'malformed'
  | 'plain'
  | 'scheme'
  | 'dotless'
  | 'fragment'
  | 'user'
  | 'wildcard'
  | 'twice'

export const MAX_REDIRECTS = 10
const MAX_LENGTH = 2048

/** The characters of RFC 3986. What is not among them is dropped, turned or hidden by browsers: an address is compared letter by letter. */
const allowed = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/
const wholeEscapes = /^(?:[^%]|%[0-9A-Fa-f]{2})*$/
const authority = /^\/\/([^/?]*)(?:[/?].*)?$/
const host = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/
const loopback = /^(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

const isPort = (port: string | undefined): boolean => port === undefined || (Number(port) >= 1 && Number(port) <= 65_535)

/** Why an address cannot be one that answers are sent to; undefined where it can. The server checks by the same rules. */
export function redirectProblem(text: string, type: ClientType): RedirectProblem | undefined {
  if (text === '') return 'empty'
  if (text.length > MAX_LENGTH) return 'long'
  if (!allowed.test(text)) return 'character'
  if (text.includes('#')) return 'fragment'
  if (text.includes('*')) return 'wildcard'
  const [, scheme = '', rest = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/.exec(text) ?? []
  if (!scheme || !wholeEscapes.test(text)) return 'malformed'
  const known = scheme.toLowerCase()
  if (known !== 'https' && known !== 'http') return privateProblem(known, rest, type)
  const place = authority.exec(rest)?.[1]
  if (place === undefined) return 'malformed'
  if (place.includes('@')) return 'user'
  const found = host.exec(place)
  if (!found || !isPort(found[1])) return 'malformed'
  return known === 'http' && !loopback.test(place) ? 'plain' : undefined
}

/** A scheme of an application of the device (RFC 8252 §7.1): the reversed name of a domain, so that it has a dot. */
function privateProblem(scheme: string, rest: string, type: ClientType): RedirectProblem | undefined {
  if (!scheme.includes('.')) return 'dotless'
  if (type !== 'public') return 'scheme'
  if (!rest.startsWith('/')) return 'malformed'
  return (authority.exec(rest)?.[1] ?? '').includes('@') ? 'user' : undefined
}

/** The problem of each address of a list; one that is there already is refused. */
export function redirectProblems(list: readonly string[], type: ClientType): (RedirectProblem | undefined)[] {
  return list.map((text, at) => redirectProblem(text, type) ?? (list.indexOf(text) < at ? 'twice' : undefined))
}
