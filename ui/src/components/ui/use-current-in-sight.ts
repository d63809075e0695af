import { useEffect, useRef } from 'react'

/**
 * For a scrolling bar of links: scrolls the current link into view without scrolling the page. Late content, such as
 * counts, can widen the bar: the link is moved into view again unless the bar was scrolled by hand.
 */
export function useCurrentInSight() {
  const bar = useRef<HTMLElement>(null)
  const last = useRef<{ open: Element; width: number; left: number }>(null)
  useEffect(() => {
    const it = bar.current
    const open = it?.querySelector('[aria-current]')
    if (!it || !open) return
    const { current } = last
    const width = it.scrollWidth
    if (current?.open === open && (current.width === width || current.left !== it.scrollLeft)) return
    const [room, place] = [it.getBoundingClientRect(), open.getBoundingClientRect()]
    it.scrollLeft += place.left - room.left - (room.width - place.width) / 2
    last.current = { open, width, left: it.scrollLeft }
  })
  return bar
}
