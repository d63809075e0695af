import { useState, type SyntheticEvent, type WheelEvent } from 'react'

export const MAX_ZOOM = 8
const STEP = 1.5
const WHEEL_STEP = 1.2

type Size = { width: number; height: number }

/** How large a picture is shown, as a multiple of the size at which it just fits. */
export function useZoom(picture: string) {
  const [held, setHeld] = useState({ picture, zoom: 1 })
  const [fit, setFit] = useState<Size>()
  // Another picture begins at the size that fits.
  const zoom = held.picture === picture ? held.zoom : 1
  const to = (next: number) => setHeld({ picture, zoom: Math.min(MAX_ZOOM, Math.max(1, next)) })
  const measure = (event: SyntheticEvent<HTMLImageElement>) => {
    const { clientWidth, clientHeight, naturalWidth, naturalHeight } = event.currentTarget
    if (naturalWidth === 0 || naturalHeight === 0) return
    const scale = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight)
    setFit({ width: naturalWidth * scale, height: naturalHeight * scale })
  }
  return {
    zoom,
    measure,
    in: () => to(zoom * STEP),
    out: () => to(zoom / STEP),
    reset: () => to(1),
    toggle: () => to(zoom > 1 ? 1 : STEP * STEP),
    onWheel: (event: WheelEvent) => {
      // Without a modifier the wheel moves an enlarged picture.
      if (event.ctrlKey || zoom === 1) to(event.deltaY < 0 ? zoom * WHEEL_STEP : zoom / WHEEL_STEP)
    },
    style: zoom > 1 && fit ? { width: fit.width * zoom, height: fit.height * zoom } : undefined,
  }
}
