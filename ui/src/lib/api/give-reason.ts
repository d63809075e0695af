import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { ApiError } from './errors'
import type { Reason, Said } from './reason'

/** The JSON part of a multipart form. */
const PART = 'data'

/** Adds a reason where the server expects it: in the JSON, or in the query of a request with bytes or without a
 * body. Somebody who gives none has changed their mind: the error has a code that nobody needs to be told of. */
export async function giveReason(said: Said, reason: Reason | undefined): Promise<Said> {
  if (!reason) throw new ApiError(400, 'no_reason', reasonText.none, undefined, 'reason')
  const { body } = said
  if (body instanceof FormData) {
    const part = body.get(PART)
    if (part instanceof Blob) {
      const json = JSON.stringify({ ...(JSON.parse(await part.text()) as object), reason })
      const form = new FormData()
      for (const [name, value] of body.entries()) form.append(name, name === PART ? new Blob([json], { type: part.type }) : value)
      return { ...said, body: form }
    }
  } else if (body && typeof body === 'object' && !(body instanceof Blob) && !Array.isArray(body))
    return { ...said, body: { ...body, reason } }
  if (!(said.query instanceof URLSearchParams)) return { ...said, query: { ...said.query, reason_code: reason.code, reason: reason.text } }
  const query = new URLSearchParams(said.query)
  query.set('reason_code', reason.code)
  if (reason.text) query.set('reason', reason.text)
  return { ...said, query }
}
