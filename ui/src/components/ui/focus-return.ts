import { useRef } from 'react'
import formCss from './form.module.css'

const FIELD = 'form :is(input:not([type="file"], [type="checkbox"], [type="radio"]), textarea, select):not(:disabled)'

/** The initial focus: the element that requests it, the first field of a form, otherwise the first button of the
 * footer, which changes nothing. */
function beginning(box: HTMLElement): HTMLElement | null {
  const asked = box.querySelector<HTMLElement>('[data-autofocus]')
  if (asked) return asked
  // On a touch screen, focusing a field would open the keyboard over the content.
  const field = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches ? null : box.querySelector<HTMLElement>(FIELD)
  return (
    field ?? (box.querySelector(FIELD) ? null : box.querySelector<HTMLElement>(`:is(footer, .${formCss.actions}) button:not(:disabled)`))
  )
}

/**
 * Handlers for a dialog without its own trigger: the focus moves to the initial element, and back to the previous
 * one. Spread on the dialog's content.
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
