import type { ReactNode } from 'react'
import css from './segmented.module.css'

export type Segment<V extends string> = {
  value: V
  label: string
  icon?: ReactNode
  /** Why it cannot be chosen. */
  off?: string | undefined
}

type SegmentedProps<V extends string> = {
  label: string
  value: V
  onValue: (value: V) => void
  segments: readonly Segment<V>[]
  /** Shows only icons; the labels are kept for assistive technology and on hover. */
  iconsOnly?: boolean
}

/** A few options of which one is selected. */
export function Segmented<V extends string>({ label, value, onValue, segments, iconsOnly }: SegmentedProps<V>) {
  return (
    <div className={css.root} role="group" aria-label={label}>
      {segments.map((one) => (
        <button
          key={one.value}
          type="button"
          className={one.value === value ? css.on : undefined}
          aria-pressed={one.value === value}
          aria-label={one.label}
          title={one.off ?? (iconsOnly ? one.label : undefined)}
          disabled={one.off !== undefined}
          onClick={() => onValue(one.value)}
        >
          {one.icon}
          {iconsOnly ? null : one.label}
        </button>
      ))}
    </div>
  )
}
