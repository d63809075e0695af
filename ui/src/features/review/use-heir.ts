import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Gives the focus to somebody else when a part of the page goes away with it: nothing else would have it then. */
export function useHeir<T extends HTMLElement>(heir: () => HTMLElement | null | undefined): RefObject<T | null> {
  const part = useRef<T>(null)
  const next = useRef(heir)
  useLayoutEffect(() => {
    next.current = heir
  })
  useLayoutEffect(() => {
    const own = part.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      queueMicrotask(() => focusOn(next.current()))
    }
  }, [])
  return part
}

/** Focuses something that has no place in the order of tabs, as a heading. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
