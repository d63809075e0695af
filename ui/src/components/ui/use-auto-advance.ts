import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react'
import { stillness } from '@/lib/motion'

const TURN_MS = 5_000

/** The settings of this device, which the server does not know: it draws a carousel that turns. */
const unwatched = () => () => undefined
const drawnStill = () => false

/** Calls `turn` every five seconds, but not while the pointer or the focus is inside, nor with reduced motion. */
export function useAutoAdvance(enabled: boolean, turn: () => void) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const still = useSyncExternalStore(unwatched, stillness, drawnStill)
  const [chosen, setChosen] = useState<boolean>()
  const stopped = chosen ?? still
  const running = enabled && !hovered && !focused && !stopped
  const latest = useRef(turn)
  useEffect(() => {
    latest.current = turn
  })
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => {
      if (!document.hidden) latest.current()
    }, TURN_MS)
    return () => clearInterval(timer)
  }, [running])
  return {
    running,
    stopped,
    toggle: () => setChosen(!stopped),
    handlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false)
      },
    },
  }
}
