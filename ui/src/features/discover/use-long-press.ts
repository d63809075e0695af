import { useRef, type MouseEvent, type PointerEvent } from 'react'

const HOLD_MS = 500
const SLIP_PX = 10

/** Handlers of a button that does one thing when pressed and another when a finger stays on it. */
export function useLongPress(onPress: () => void, onHold: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const held = useRef(false)
  const cancel = () => clearTimeout(timer.current)
  return {
    onPointerDown: (event: PointerEvent) => {
      held.current = false
      if (!onHold || event.pointerType !== 'touch') return
      from.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(() => {
        held.current = true
        onHold()
      }, HOLD_MS)
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > SLIP_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // The browser's own menu would end the touch.
    onContextMenu: (event: MouseEvent) => {
      if (held.current) event.preventDefault()
    },
    onClick: () => {
      if (!held.current) onPress()
      held.current = false
    },
  }
}
