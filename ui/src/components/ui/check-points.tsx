import { cn } from '@/lib/cn'
import css from './check-points.module.css'

export interface CheckPoint {
  id: string
  name: string
  /** The step of the checklist that the point belongs to; empty for a point of its own. */
  title?: string
}

/** The points of the checklist on which a project failed, in a row after a label, or one below the other. */
export function CheckPoints({ points, label, stacked }: { points: readonly CheckPoint[]; label?: string; stacked?: boolean }) {
  if (points.length === 0) return null
  return (
    <span className={cn(css.root, stacked && css.stacked)}>
      {label}
      {points.map((point) => (
        <span key={point.id}>{point.title ? `${point.title} · ${point.name}` : point.name}</span>
      ))}
    </span>
  )
}
