import type { ClientType } from './redirect-uri'

/** A challenge that nobody can answer: who tries the page gets a code, but no token. */
export function challenge(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

type Tried = { id: string; type: ClientType; redirect_uris: readonly string[] | null }

/** The consent page for all scopes of an application, as a program would open it. */
export function tryAddress({ id, type, redirect_uris }: Tried, code: string): string {
  const query = new URLSearchParams({ response_type: 'code', client_id: id, redirect_uri: redirect_uris?.[0] ?? '', state: 'try' })
  if (type === 'public') {
    query.set('code_challenge', code)
    query.set('code_challenge_method', 'S256')
  }
  return `/auth/authorize?${query}`
}
