import { useRef } from 'react'

/**
 * Handlers for a dialog that something other than its own trigger opened: the focus goes back to where it was
 * before. Spread on the dialog's content.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    },
  }
}
