import { apiText } from '@/lib/i18n/zh-Hans/api'
import type { Query } from './client'
import { ApiError } from './errors'

/** Why the staff did something to what is somebody else's: a code of a closed list, and words where it does not say enough. */
export type Reason = { code: string; text?: string }

/** What a command says: a JSON object, a form with a JSON part, or bytes beside its query. */
type Said = { query?: Query | URLSearchParams | undefined; body?: unknown }

/** Asks for a reason; `from` had the focus when the command was given, and gets it back. */
type Asker = (from: Element | null) => Promise<Reason | undefined>
let asker: Asker | undefined

/** Says who asks a person for a reason; without one, a command that lacks its reason fails. */
export function askReasonsWith(ask: Asker | undefined): void {
  asker = ask
}

/** The JSON part of a form that uploads something. */
const PART = 'data'

/** Puts a reason where the server looks for it: into the JSON, or beside bytes and what has no body into the query. */
export async function giveReason(said: Said, reason: Reason): Promise<Said> {
  const { body } = said
  if (body instanceof FormData) {
    const part = body.get(PART)
    if (part instanceof Blob) {
      const json = JSON.stringify({ ...(JSON.parse(await part.text()) as object), reason })
      const form = new FormData()
      for (const [name, value] of body.entries()) form.append(name, name === PART ? new Blob([json], { type: part.type }) : value)
      return { ...said, body: form }
    }
  } else if (body && typeof body === 'object' && !(body instanceof Blob) && !Array.isArray(body)) return { ...said, body: { ...body, reason } }
  if (!(said.query instanceof URLSearchParams)) return { ...said, query: { ...said.query, reason_code: reason.code, reason: reason.text } }
  const query = new URLSearchParams(said.query)
  query.set('reason_code', reason.code)
  if (reason.text) query.set('reason', reason.text)
  return { ...said, query }
}

/**
 * Sends a command; where the server wants a reason, asks for one and sends it again. A command that is known to be the
 * staff's asks before. Without an answer it is refused.
 */
export async function explained<T>(said: Said, command: (said: Said) => Promise<T>, ahead = false): Promise<T> {
  const from = document.activeElement
  let refusal = new ApiError(400, 'invalid_input', apiText.reasonless, undefined, 'reason')
  if (!ahead || !asker) {
    try {
      return await command(said)
    } catch (error) {
      if (!asker || !ApiError.is(error, 400) || error.field !== 'reason') throw error
      refusal = error
    }
  }
  const reason = await asker(from)
  if (!reason) throw refusal
  return command(await giveReason(said, reason))
}
