import { useEffect, useRef } from 'react'

/** For a scrolling bar of links: scrolls the current link into view without scrolling the page. */
export function useCurrentInSight() {
  const bar = useRef<HTMLElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const open = bar.current?.querySelector('[aria-current]')
    if (!bar.current || !open || open === shown.current) return
    shown.current = open
    const [room, place] = [bar.current.getBoundingClientRect(), open.getBoundingClientRect()]
    bar.current.scrollLeft += place.left - room.left - (room.width - place.width) / 2
  })
  return bar
}
