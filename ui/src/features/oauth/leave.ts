import type { Decision } from './api'

/** Where the browser was sent, and by what: a decision, or an earlier one that covers the request. */
export type Left = { address: string; by: Decision | 'grant' }

/** Sends the browser to another address. Where nobody decided anything, it takes the place of this page: Back leads past it. */
export function leaveTo({ address, by }: Left): void {
  if (by === 'grant') location.replace(address)
  else location.assign(address)
}
