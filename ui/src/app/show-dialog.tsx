import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** How long the focus waits for the element that had it. */
const GIVE_BACK_MS = 5_000

/** Shows a dialog outside of every page until it is answered. `from` had the focus, and gets it back. */
export function showDialog<T>(client: QueryClient, from: Element | null, render: (answer: (value: T) => void) => ReactNode): Promise<T> {
  return new Promise<T>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const answer = (value: T) => {
      resolve(value)
      root.render(null)
      // The dialog returns the focus before it is unmounted.
      setTimeout(() => {
        root.unmount()
        place.remove()
        giveBack(from, performance.now() + GIVE_BACK_MS)
      })
    }
    root.render(<QueryClientProvider client={client}>{render(answer)}</QueryClientProvider>)
  })
}

/** Focuses the element that had the focus, as soon as possible: a button is disabled while its command runs. */
function giveBack(from: Element | null, until: number): void {
  if (!(from instanceof HTMLElement) || !from.isConnected || document.activeElement !== document.body || performance.now() > until) return
  from.focus()
  if (document.activeElement !== from) setTimeout(() => giveBack(from, until), 50)
}
