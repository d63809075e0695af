import { useEffect, useState, type RefObject } from 'react'

/** Shows an element alone on the screen; where the browser cannot, alone in the window until Escape. */
export function useFullScreen(element: RefObject<HTMLElement | null>): { on: boolean; toggle: () => void } {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const changed = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [element])
  useEffect(() => {
    if (!on) return
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !document.fullscreenElement) setOn(false)
    }
    document.addEventListener('keydown', key)
    return () => document.removeEventListener('keydown', key)
  }, [on])
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (on) setOn(false)
    else {
      const asked = document.fullscreenEnabled ? element.current?.requestFullscreen() : undefined
      if (asked) asked.catch(() => setOn(true))
      else setOn(true)
    }
  }
  return { on, toggle }
}
