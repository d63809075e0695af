import { send } from '@/lib/api/client'

/** Tells the site of a file that is fetched elsewhere; it sees by itself what it sends. A failure is nothing to a visitor. */
export function tellDownload(id: string): void {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
  void send('PATCH', '/v3/version/{id}/download', { params: { id }, query: { key } }).catch(() => undefined)
}

/** Tells the site that a page of a project is looked at: now, or when its tab is. Returns what ends the waiting. */
export function tellView(): () => void {
  const tell = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', tell)
    void send('POST', '/analytics/view', { body: { url: location.origin + location.pathname } }).catch(() => undefined)
  }
  document.addEventListener('visibilitychange', tell)
  tell()
  return () => document.removeEventListener('visibilitychange', tell)
}
