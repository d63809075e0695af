import { apiText } from '@/lib/i18n/zh-Hans/api'
import { apiPath, commandHeaders, type Query } from './client'
import { ApiError } from './errors'
import { holdPosition } from './position'
import { explained } from './reason'

export type UploadOptions = {
  method?: 'POST' | 'PATCH'
  onProgress?: (share: number) => void
  signal?: AbortSignal
  idempotencyKey?: string
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function text(value: unknown, key: string): string | undefined {
  const found = value && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** Sends a form or a file as uploadOnce does; a reason that the server wants of the staff is asked for. */
export function upload<T>(path: string, payload: FormData | Blob, options: UploadOptions = {}): Promise<T> {
  return explained<T, Query>({ body: payload }, ({ query, body }) => uploadOnce<T>(joined(path, query), body as FormData | Blob, options))
}

function joined(path: string, query: Query | undefined): string {
  const more = apiPath('', query)
  return path.includes('?') ? path + more.replace('?', '&') : path + more
}

/** Sends a form or a file and reports the share sent (0–1); fetch cannot tell how far an upload is. */
function uploadOnce<T>(path: string, payload: FormData | Blob, options: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(options.method ?? 'POST', path)
    for (const [name, value] of Object.entries(commandHeaders())) request.setRequestHeader(name, value)
    if (options.idempotencyKey) request.setRequestHeader('Idempotency-Key', options.idempotencyKey)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      const answer = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) {
        holdPosition(request.getResponseHeader('Log-Position'))
        resolve(answer as T)
        return
      }
      const code = text(answer, 'error') ?? `http_${request.status}`
      const description = text(answer, 'description') ?? apiText.failed(request.status)
      reject(new ApiError(request.status, code, description, request.getResponseHeader('X-Request-Id') ?? undefined, text(answer, 'field')))
    }
    request.onerror = () => reject(new ApiError(0, 'network_error', apiText.unreachable))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(payload)
  })
}
