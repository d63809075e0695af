import { apiText } from '@/lib/i18n/zh-Hans/api'
import { commandHeaders, urlOf, type Loose } from './client'
import { ApiError } from './errors'
import type { Address, Answer, BodyOf, PathOf } from './operations'
import { holdPosition } from './position'
import { explained } from './reason'

export type UploadOptions = {
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
}

type Method = 'POST' | 'PATCH'

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

/** Sends a form or a file like uploadOnce; it requests the reason that the server requires of the staff. */
export function upload<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  payload: BodyOf<M, P> & (FormData | Blob),
  options: UploadOptions & Address<M, P>,
): Promise<Answer<M, P>> {
  const { params, query } = options as Loose
  return explained({ query, body: payload }, (said) =>
    uploadOnce(method, urlOf(path, { params, query: said.query }), said.body as FormData | Blob, options),
  )
}

/** Sends a form or a file and reports the sent share (0–1), which fetch cannot report for an upload. */
function uploadOnce<T>(method: Method, url: string, payload: FormData | Blob, options: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
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
