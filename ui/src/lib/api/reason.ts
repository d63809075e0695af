import type { Query } from './client'
import { ApiError } from './errors'

/** The staff's reason for acting on another account's item: a code of a closed list, and a text where the code
 * does not suffice. */
export type Reason = { code: string; text?: string }

/** The body of a command: a JSON object, a form with a JSON part, or bytes. */
export type Said = { query?: Query | URLSearchParams | undefined; body?: unknown }

/** Requests a reason; `from` had the focus when the command was sent, and gets it back. */
type Asker = (from: Element | null) => Promise<Reason | undefined>
let asker: Asker | undefined

/** Sets the function that requests reasons; without one, a command that lacks its reason fails. */
export function askReasonsWith(ask: Asker | undefined): void {
  asker = ask
}

/**
 * Sends a command; where the server requires a reason, requests one and sends the command again. For a known
 * staff command it requests the reason first. Without a reason the command fails.
 */
export async function explained<T>(said: Said, command: (said: Said) => Promise<T>, ahead = false): Promise<T> {
  const from = document.activeElement
  if (!ahead || !asker) {
    try {
      return await command(said)
    } catch (error) {
      if (!asker || !ApiError.is(error, 400) || error.field !== 'reason') throw error
    }
  }
  const reason = await asker(from)
  const { giveReason } = await import('./give-reason')
  return command(await giveReason(said, reason))
}
