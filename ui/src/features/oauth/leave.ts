/** Sends the browser to another address. Without a decision to come back to, it takes the place of this page. */
export function leaveTo(address: string, replace: boolean): void {
  if (replace) location.replace(address)
  else location.assign(address)
}
