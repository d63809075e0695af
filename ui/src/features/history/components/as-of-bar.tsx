import { ChevronLeft, ChevronRight, SkipForward } from 'lucide-react'
import { useRef, type PointerEvent } from 'react'
import { IconButton } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import ui from '@/components/ui/ui.module.css'
import type { Step } from '../api'
import { useHandle } from '../hooks'
import { decides, marksOf, moved, nearest, shadesOf, ticksOf, toneOf, verbOf } from '../model/steps'
import css from './as-of-bar.module.css'

type AsOfBarProps = { steps: readonly Step[]; at: number; now: number; onMove: (index: number) => void }

const left = (place: number) => ({ left: `${place}%` })

const day = (time: string) => t.monthDay(new Date(time).getMonth() + 1, new Date(time).getDate())

/** One track from the first step to now: a tick for every step, a square for every submission and decision. */
export function AsOfBar({ steps, at, now, onMove }: AsOfBarProps) {
  const track = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const ticks = ticksOf(steps, now)
  const { shown, move, letGo } = useHandle(at, onMove)
  const current = ticks[shown]
  if (!current) return null
  const point = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const index = nearest(ticks, ((event.clientX - box.left) / box.width) * 100)
    if (index !== shown) move(index)
  }
  const drop = () => {
    dragging.current = false
    letGo()
  }
  return (
    <div className={css.root}>
      <div className={css.head}>
        <span className={ui.small}>{t.track}</span>
        <b>{formatDateTime(current.step.at)}</b>
        <span className={css.buttons}>
          <IconButton label={t.previous} kind="quiet" size="sm" disabled={at === 0} onClick={() => onMove(at - 1)}>
            <ChevronLeft className={ui.icon} aria-hidden />
          </IconButton>
          <IconButton label={t.next} kind="quiet" size="sm" disabled={at === steps.length - 1} onClick={() => onMove(at + 1)}>
            <ChevronRight className={ui.icon} aria-hidden />
          </IconButton>
          <IconButton label={t.toNow} kind="quiet" size="sm" disabled={at === steps.length - 1} onClick={() => onMove(steps.length - 1)}>
            <SkipForward className={ui.icon} aria-hidden />
          </IconButton>
        </span>
      </div>
      <div
        ref={track}
        className={css.track}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          dragging.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          point(event)
        }}
        onPointerMove={(event) => {
          if (dragging.current) point(event)
        }}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        {shadesOf(ticks).map(({ from, to, round }) => (
          <i key={from} className={css.round} style={{ left: `${from}%`, width: `${Math.max(1, to - from)}%` }} title={t.round(round)} />
        ))}
        <i className={css.base} />
        <i className={css.past} style={{ width: `${current.place}%` }} />
        {ticks.map(({ step, place }) => (
          <i
            key={step.position}
            className={decides(step) ? cn(css.square, css[toneOf(step)]) : css.tick}
            style={left(place)}
            title={`${formatDateTime(step.at)} ${verbOf(step)}`}
          />
        ))}
        <div
          className={css.handle}
          style={left(current.place)}
          role="slider"
          tabIndex={0}
          title={t.keys}
          aria-label={t.moment}
          aria-valuemin={1}
          aria-valuemax={steps.length}
          aria-valuenow={shown + 1}
          aria-valuetext={`${formatDateTime(current.step.at)} ${verbOf(current.step)}`}
          onKeyDown={(event) => {
            const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : moved(event.key, steps, shown)
            if (next === undefined) return
            event.preventDefault()
            if (next !== shown) move(next)
          }}
          onKeyUp={letGo}
          onBlur={letGo}
        />
        {marksOf(ticks).map(({ place, time, spare }) => (
          <span key={time} className={cn(css.mark, place < 4 && css.first, spare && css.spare)} style={left(place)}>
            {day(time)}
          </span>
        ))}
        <span className={cn(css.mark, css.last)}>{t.now}</span>
      </div>
    </div>
  )
}
