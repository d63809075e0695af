import { useEffect, useEffectEvent } from 'react'

export type ReviewKey = 'v' | 'n' | '1' | '2' | 'e'

const known = new Set<string>(['v', 'n', '1', '2', 'e'] satisfies ReviewKey[])

/** Calls back for the keys of a review, unless a text is being written or a dialog is open. */
export function useReviewKeys(press: (key: ReviewKey) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!known.has(key) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    if (event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]')) return
    event.preventDefault()
    press(key as ReviewKey)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
