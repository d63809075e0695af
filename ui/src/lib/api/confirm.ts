import { ApiError } from './errors'

/** Lets the viewer prove who they are; `from` had the focus when the command was sent, and gets it back. */
type Asker = (from: Element | null) => Promise<boolean>
let asker: Asker | undefined

/** Sets the function that asks for a proof; without one, a command that needs it fails. */
export function askProofWith(ask: Asker | undefined): void {
  asker = ask
}

/** Sends a command; where the server requires a recent proof of who the viewer is, asks for it and sends the command again. */
export async function proven<T>(command: () => Promise<T>): Promise<T> {
  const from = document.activeElement
  try {
    return await command()
  } catch (error) {
    if (!asker || !ApiError.is(error, 428) || !(await asker(from))) throw error
  }
  return command()
}
