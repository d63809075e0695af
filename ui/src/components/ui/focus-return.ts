import { useRef } from 'react'
import formCss from './form.module.css'

const FIELD = 'form :is(input:not([type="file"], [type="checkbox"], [type="radio"]), textarea, select):not(:disabled)'

/** Where the work begins: what asks for it, the first field of a form, else the first button of the foot, which takes nothing with it. */
function beginning(box: HTMLElement): HTMLElement | null {
  const asked = box.querySelector<HTMLElement>('[data-autofocus]')
  if (asked) return asked
  // On a touch screen a field would bring up the keyboard over what one came to read.
  const field = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches ? null : box.querySelector<HTMLElement>(FIELD)
  return (
    field ?? (box.querySelector(FIELD) ? null : box.querySelector<HTMLElement>(`:is(footer, .${formCss.actions}) button:not(:disabled)`))
  )
}

/**
 * Handlers for a dialog that something other than its own trigger opened: the focus goes to where the work begins, and
 * back to where it was before. Spread on the dialog's content.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement
      const box = event.currentTarget
      if (!(box instanceof HTMLElement)) return
      event.preventDefault()
      ;(beginning(box) ?? box).focus({ preventScroll: true })
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    },
  }
}
