import { useCallback, useEffect, useRef } from 'react'
import { storeRead } from './api'

/** How far apart two stored marks are at least. */
const GAP_MS = 5_000

/**
 * Stores the highest floor that was on the screen of a visible tab, at most every five seconds and when the page is
 * left. The returned function watches the element of a floor.
 */
export function useReadMark(
  id: string,
  read: number | null,
  on: boolean,
): (floor: number) => (element: Element | null) => (() => void) | undefined {
  const stored = useRef(read ?? -1)
  const highest = useRef(read ?? -1)
  const shown = useRef(new Set<number>())
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const watch = useRef<IntersectionObserver>(undefined)

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (highest.current <= stored.current) return
    stored.current = highest.current
    last.current = Date.now()
    void storeRead(id, stored.current)
  }, [id])

  const mark = useCallback(() => {
    if (document.visibilityState === 'hidden') return
    highest.current = Math.max(highest.current, ...shown.current)
    if (highest.current <= stored.current || timer.current !== undefined) return
    // At least a task later, so that the floors of one screen are stored as one.
    timer.current = setTimeout(flush, Math.max(0, last.current + GAP_MS - Date.now()))
  }, [flush])

  useEffect(() => {
    if (!on) return
    const leave = () => {
      if (document.visibilityState === 'hidden') flush()
      else mark()
    }
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [on, flush, mark])

  return useCallback(
    (floor) => (element) => {
      if (!on || !element) return undefined
      const floors = (watch.current ??= new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) {
          const seen = Number(target.getAttribute('data-floor'))
          if (isIntersecting) shown.current.add(seen)
          else shown.current.delete(seen)
        }
        mark()
      }))
      element.setAttribute('data-floor', String(floor))
      floors.observe(element)
      return () => {
        floors.unobserve(element)
        shown.current.delete(floor)
      }
    },
    [on, mark],
  )
}
