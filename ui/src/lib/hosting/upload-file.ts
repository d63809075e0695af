import { ApiError } from '@/lib/api/errors'
import { failureOf, unanswered } from './errors'
import type { NodeSession } from './node-session'
import { withScheme, type NodeAuth } from './request'

type Upload = { path: string; body: Blob; replace: boolean }
type Watch = { onProgress?: ((share: number) => void) | undefined; signal?: AbortSignal | undefined }

/**
 * Sends a file to a node and reports the sent share (0–1), which fetch cannot report. `replace` gives an existing file the content; without
 * it an existing one refuses. Where the node refuses the credentials, they are renewed once and the file is sent once more.
 */
export async function uploadFile(node: NodeSession, upload: Upload, watch: Watch = {}): Promise<void> {
  const first = await node.credentials()
  try {
    return await sendOnce(first, upload, watch)
  } catch (error) {
    if (!ApiError.is(error, 401)) throw error
  }
  return sendOnce(await node.credentials(first.token), upload, watch)
}

function sendOnce({ url, token }: NodeAuth, { path, body, replace }: Upload, { onProgress, signal }: Watch): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal?.aborted) return aborted()
    const request = new XMLHttpRequest()
    const end = () => request.abort()
    const query = new URLSearchParams(replace ? { path } : { path, type: 'file' })
    request.open(replace ? 'PUT' : 'POST', `${withScheme(url)}/${replace ? 'update' : 'create'}?${query}`)
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      const { status, statusText, responseText } = request
      if (status >= 200 && status < 300) return resolve()
      const said = new Response(responseText, {
        status,
        statusText,
        headers: { 'X-Request-Id': request.getResponseHeader('X-Request-Id') ?? '' },
      })
      failureOf(said).then(reject, reject)
    }
    request.onerror = () => reject(unanswered(new TypeError('no answer'), false) as Error)
    request.onabort = aborted
    request.onloadend = () => signal?.removeEventListener('abort', end)
    signal?.addEventListener('abort', end)
    request.send(body)
  })
}
