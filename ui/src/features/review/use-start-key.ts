import { useEffect, useEffectEvent } from 'react'
import { flagOn } from '@/stores/flags'

const busy = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** S begins a run through the queue, where nobody types and nothing is open over the page. */
export function useStartKey(start: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.isComposing || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return
    if (key !== 's' || !flagOn('shortcuts') || document.querySelector(busy)) return
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]')) return
    event.preventDefault()
    start()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
