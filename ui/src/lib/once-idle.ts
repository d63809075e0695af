/** Calls a function when the page is idle, or after so many ms. Not every browser tells when it is idle. */
export function onceIdle(run: () => void, most: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: most })
  else setTimeout(run, most)
}
