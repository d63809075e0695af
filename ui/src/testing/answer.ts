import { http, HttpResponse, type HttpHandler } from 'msw'
import type { Answer, PathOf, Verb } from '@/lib/api/operations'

type Asked = { params: Readonly<Record<string, string | readonly string[] | undefined>>; request: Request }
type Made<M extends Verb, P extends PathOf<M>> = Answer<M, P> | Response

/** Answers a path of the API with the document that it promises; a Response is sent as it is. */
export function answer<M extends Verb, P extends PathOf<M>>(
  method: M,
  path: P,
  make: (asked: Asked) => Made<M, P> | Promise<Made<M, P>>,
): HttpHandler {
  return http[method.toLowerCase() as Lowercase<Verb>](path.replace(/\{(\w+)\}/g, ':$1'), async (asked) => {
    const made = await make(asked)
    if (made instanceof Response) return made
    return made === undefined ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(made as object)
  })
}
