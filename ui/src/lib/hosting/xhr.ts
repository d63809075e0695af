import { failureOf, unanswered } from './errors'

/** Who follows an upload: the sent share is from 0 to 1. */
export type Watch = { onProgress?: ((share: number) => void) | undefined; signal?: AbortSignal | undefined }

type Upload = {
  method: 'POST' | 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  body: Blob | FormData
  timeoutMs?: number
}

/** Sends one request and reports the sent share, which fetch cannot report. An answer that is no success is thrown. */
export function sendWatched({ method, url, headers, body, timeoutMs = 0 }: Upload, { onProgress, signal }: Watch = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal?.aborted) return aborted()
    const request = new XMLHttpRequest()
    const end = () => {
      aborted()
      request.abort()
    }
    request.open(method, url)
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers })) request.setRequestHeader(name, value)
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
    request.ontimeout = () => reject(unanswered(new TypeError('no answer'), true) as Error)
    request.onabort = aborted
    request.onloadend = () => signal?.removeEventListener('abort', end)
    signal?.addEventListener('abort', end)
    request.send(body)
  })
}
