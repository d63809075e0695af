/** What the address of a page of accounts says: where to go afterwards. */
export function parseRedirect({ redirect }: Record<string, unknown>): { redirect?: string } {
  return typeof redirect === 'string' ? { redirect } : {}
}

/** Where to go after signing in: a path of this site, or the home page. Never another host. */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return '/'
  try {
    const here = 'http://localhost'
    const url = new URL(wanted, here)
    if (url.origin !== here || url.pathname.startsWith('//') || url.pathname.startsWith('/auth/')) return '/'
    return url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
