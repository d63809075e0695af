import { useEffect, useState, type RefObject } from 'react'

const ARM_MS = 500

/**
 * Whether a decision may be pressed: its buttons have been in sight for half a second, in a window that was in front all
 * the while. A press that was meant for something that stood above this page a moment ago does nothing.
 */
export function useArmed(of: RefObject<HTMLElement | null>): boolean {
  const [armed, setArmed] = useState(false)
  useEffect(() => {
    let inSight = typeof IntersectionObserver === 'undefined'
    let away = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (!inSight || away || document.visibilityState !== 'visible') {
        clearTimeout(timer)
        timer = undefined
        setArmed(false)
      } else timer ??= setTimeout(() => setArmed(true), ARM_MS)
    }
    const leave = () => {
      away = true
      look()
    }
    const come = () => {
      away = false
      look()
    }
    const observer = inSight
      ? undefined
      : new IntersectionObserver(
          (entries) => {
            inSight = (entries.at(-1)?.intersectionRatio ?? 0) > 0.9
            look()
          },
          { threshold: [0, 0.91, 1] },
        )
    if (of.current) observer?.observe(of.current)
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('blur', leave)
    addEventListener('focus', come)
    return () => {
      clearTimeout(timer)
      observer?.disconnect()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('blur', leave)
      removeEventListener('focus', come)
    }
  }, [of])
  return armed
}
