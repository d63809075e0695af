import { useEffect, useRef } from 'react'
import { useSeen } from './talk-api'

/** Stores the newest line as seen once the end of the conversation is on the screen of a visible tab. */
export function useMarkSeen(thread: string, newest: string | undefined, seen: string | null) {
  const end = useRef<HTMLDivElement>(null)
  const stored = useRef(seen)
  const { mutate } = useSeen(thread)
  useEffect(() => {
    const element = end.current
    if (!element || newest === undefined || newest === stored.current) return
    let shown = false
    const mark = () => {
      if (!shown || document.visibilityState === 'hidden' || stored.current === newest) return
      stored.current = newest
      mutate(newest)
    }
    const watch = new IntersectionObserver((entries) => {
      shown = entries.some((entry) => entry.isIntersecting)
      mark()
    })
    watch.observe(element)
    document.addEventListener('visibilitychange', mark)
    return () => {
      watch.disconnect()
      document.removeEventListener('visibilitychange', mark)
    }
  }, [newest, mutate])
  return end
}
