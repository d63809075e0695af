import type { Query } from './client'
import { ApiError } from './errors'

/** Why the staff did something to what is somebody else's: a code of a closed list, and words where it does not say enough. */
export type Reason = { code: string; text?: string }

/** What a command says: a JSON object, a form with a JSON part, or bytes beside its query. */
export type Said = { query?: Query | URLSearchParams | undefined; body?: unknown }

/** Asks for a reason; `from` had the focus when the command was given, and gets it back. */
type Asker = (from: Element | null) => Promise<Reason | undefined>
let asker: Asker | undefined

/** Says who asks a person for a reason; without one, a command that lacks its reason fails. */
export function askReasonsWith(ask: Asker | undefined): void {
  asker = ask
}

/**
 * Sends a command; where the server wants a reason, asks for one and sends it again. A command that is known to be the
 * staff's asks before. Without an answer it is refused.
 */
export async function explained<T>(said: Said, command: (said: Said) => Promise<T>, ahead = false): Promise<T> {
  const from = document.activeElement
  let refusal: ApiError | undefined
  if (!ahead || !asker) {
    try {
      return await command(said)
    } catch (error) {
      if (!asker || !ApiError.is(error, 400) || error.field !== 'reason') throw error
      refusal = error
    }
  }
  const reason = await asker(from)
  const { giveReason } = await import('./give-reason')
  return command(await giveReason(said, reason, refusal))
}
