import { useEffect, useRef, useState } from 'react'

/** The time at which a component was first drawn. */
export function useOpened(): number {
  const [now] = useState(() => Date.now())
  return now
}

const REST_MS = 150

/**
 * Where the handle of a track is: at once where the pointer or the keys take it. The moment is chosen when the handle rests or is
 * let go of, because each chosen moment is read from the server.
 */
export function useHandle(at: number, onMove: (index: number) => void) {
  const [held, setHeld] = useState<number>()
  const holding = useRef(false)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  useEffect(() => {
    if (!holding.current) setHeld(undefined)
  }, [at])
  return {
    shown: held ?? at,
    move: (index: number) => {
      holding.current = true
      setHeld(index)
      clearTimeout(rest.current)
      rest.current = setTimeout(() => onMove(index), REST_MS)
    },
    letGo: () => {
      holding.current = false
      clearTimeout(rest.current)
      if (held === undefined) return
      if (held === at) setHeld(undefined)
      else onMove(held)
    },
  }
}
