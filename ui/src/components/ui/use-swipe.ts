import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'

/** From this distance on a movement is a drag, and not a click. */
const DRAG_PX = 5
/** From this distance on a drag turns the page. */
const SWIPE_PX = 50

type Swipe = { enabled: boolean; onPrevious: () => void; onNext: () => void }

/** Horizontal dragging with a mouse or a finger; vertical movement still scrolls the page. */
export function useSwipe({ enabled, onPrevious, onNext }: Swipe) {
  const start = useRef<{ x: number; id: number } | null>(null)
  const dragged = useRef(false)
  const [dx, setDx] = useState(0)
  const end = (event: PointerEvent<HTMLElement>, turns: boolean) => {
    if (start.current?.id !== event.pointerId) return
    const moved = event.clientX - start.current.x
    start.current = null
    setDx(0)
    if (!turns) return
    if (moved > SWIPE_PX) onPrevious()
    else if (moved < -SWIPE_PX) onNext()
  }
  return {
    dx,
    dragging: dx !== 0,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!enabled || event.button !== 0) return
        dragged.current = false
        start.current = { x: event.clientX, id: event.pointerId }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (start.current?.id !== event.pointerId) return
        const moved = event.clientX - start.current.x
        if (!dragged.current && Math.abs(moved) > DRAG_PX) {
          dragged.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
        }
        if (dragged.current) setDx(moved)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        if (!dragged.current) return
        dragged.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
