/** The one page among those of accounts that people come to in order to go on: a request for authorization survives signing in. */
const AUTHORIZE = '/auth/authorize'

/** The path to open after sign-in: of this site, otherwise the home page. Never another host. */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return '/'
  try {
    const here = 'http://localhost'
    const url = new URL(wanted, here)
    if (url.origin !== here || url.pathname.startsWith('//') || (url.pathname.startsWith('/auth/') && url.pathname !== AUTHORIZE))
      return '/'
    return url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
