import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'
import { sparkText as t } from '@/lib/i18n/zh-Hans/spark'
import { deltaOf, heightsOf } from './spark'
import ui from './ui.module.css'
import css from './block-spark.module.css'

const WIDTH = 4
const STEP = 6
const HEIGHT = 20

/** A block for each day, the last one lit. Nothing without at least two days. */
export function BlockSpark({ days }: { days: readonly number[] | undefined }) {
  if (!days || days.length < 2) return null
  return (
    <svg
      className={css.root}
      viewBox={`0 0 ${(days.length - 1) * STEP + WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      role="img"
      aria-label={t.label(String(days.length), formatCount(days.at(-1) ?? 0))}
    >
      {heightsOf(days, HEIGHT).map((height, day) => (
        <rect
          key={day}
          className={day === days.length - 1 ? css.now : undefined}
          x={day * STEP}
          y={HEIGHT - height}
          width={WIDTH}
          height={height}
        />
      ))}
    </svg>
  )
}

/** How the last seven days before today compare with the seven before them. Nothing where there is nothing to compare with. */
export function Delta({ days }: { days: readonly number[] | undefined }) {
  const percent = deltaOf(days?.slice(0, -1))
  if (percent === undefined) return null
  const shown = Math.abs(percent).toFixed(1)
  const even = shown === '0.0'
  return (
    <span className={cn(css.delta, even ? ui.muted : percent > 0 ? ui.ok : ui.bad)} title={t.compared}>
      {even ? t.even : percent > 0 ? `+${shown}%` : `−${shown}%`}
    </span>
  )
}
