import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { cn } from '@/lib/cn'
import { moveCrop, zoomCrop, type Crop, type Size } from '@/lib/crop'
import { cropText as t } from '@/lib/i18n/zh-Hans/crop'
import imageCropCss from './image-crop.module.css'

const STEP = 0.02
const BIG_STEP = 0.1
const ZOOM_STEP = 1.1

type CropStageProps = { image: HTMLImageElement; size: Size; crop: Crop; round: boolean; onCrop: (crop: Crop) => void }

/** The window onto the picture. One pointer moves it, two zoom it, so do wheel and keys. */
export function CropStage({ image, size, crop, round, onCrop }: CropStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  // Several moves may come before the next drawing; each starts from the last.
  const latest = useRef(crop)
  const change = (next: Crop) => {
    latest.current = next
    onCrop(next)
  }
  useEffect(() => {
    latest.current = crop
    const at = canvas.current
    const pen = at?.getContext('2d')
    if (!at || !pen) return
    pen.clearRect(0, 0, at.width, at.height)
    pen.imageSmoothingQuality = 'high'
    pen.imageSmoothingEnabled = crop.side > at.width / 4
    pen.drawImage(image, crop.x - crop.side / 2, crop.y - crop.side / 2, crop.side, crop.side, 0, 0, at.width, at.height)
  }, [image, crop])
  const place = (event: { clientX: number; clientY: number }) => {
    const box = stage.current?.getBoundingClientRect()
    return box && box.width > 0
      ? { x: (event.clientX - box.left) / box.width - 0.5, y: (event.clientY - box.top) / box.height - 0.5 }
      : { x: 0, y: 0 }
  }
  useEffect(() => {
    const at = stage.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const next = zoomCrop(latest.current, size, Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), place(event))
      latest.current = next
      onCrop(next)
    }
    // React's own wheel listeners may not keep the page from scrolling.
    at?.addEventListener('wheel', turn, { passive: false })
    return () => at?.removeEventListener('wheel', turn)
  }, [size, onCrop])
  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = place(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (!other) {
      change(moveCrop(latest.current, size, before.x - now.x, before.y - now.y))
      return
    }
    const apart = (a: { x: number; y: number }) => Math.max(0.01, Math.hypot(a.x - other.x, a.y - other.y))
    change(zoomCrop(latest.current, size, apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }))
  }
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? BIG_STEP : STEP
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }
    const way = moves[event.key]
    if (way) change(moveCrop(crop, size, ...way))
    else if (event.key === '+' || event.key === '=') change(zoomCrop(crop, size, ZOOM_STEP))
    else if (event.key === '-' || event.key === '_') change(zoomCrop(crop, size, 1 / ZOOM_STEP))
    else return
    event.preventDefault()
  }
  return (
    // It takes keys and pointers as a map does; the slider and buttons below do the same.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions
    <div
      ref={stage}
      className={cn(imageCropCss.stage, round && imageCropCss.round)}
      role="application"
      aria-label={t.stage}
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, place(event))
      }}
      onPointerMove={move}
      onPointerUp={(event) => pointers.current.delete(event.pointerId)}
      onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
    >
      <canvas ref={canvas} width={720} height={720} aria-hidden />
    </div>
  )
}
