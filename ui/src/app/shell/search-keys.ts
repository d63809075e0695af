import { useEffect } from 'react'
import { flagOn } from '@/stores/flags'
import { useSheet } from '@/stores/sheet'

function writing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** The key / focuses the page's own search field, else the header's; on a phone it opens the sheet. */
export function useSearchKeys(): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.shiftKey || !flagOn('shortcuts')) return
      if (event.key !== '/' || event.ctrlKey || event.metaKey || writing(event.target)) return
      event.preventDefault()
      const field =
        document.querySelector<HTMLInputElement>('[data-search-main] input') ??
        document.querySelector<HTMLInputElement>('input[data-search-header]')
      if (field?.offsetParent) {
        field.focus()
        field.select()
      } else useSheet.getState().open('search')
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
}
