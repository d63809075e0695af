import type { CSSProperties } from 'react'
import { cn } from '@/lib/cn'
import { hueOf } from '@/lib/hue'
import type { IssueLabel } from '../api'
import css from './issue-label.module.css'

/** The hue of a colour; its lightness is that of the theme, so that every label can be read. */
function look(color: string): CSSProperties {
  const hue = /^#[0-9a-f]{6}$/i.test(color) ? hueOf(Number.parseInt(color.slice(1), 16)) : undefined
  return hue === undefined ? ({ '--c': 0 } as CSSProperties) : ({ '--hue': hue } as CSSProperties)
}

type LabelTagProps = { label: Pick<IssueLabel, 'name' | 'color' | 'description'>; className?: string | undefined }

/** A label of an issue. */
export function LabelTag({ label, className }: LabelTagProps) {
  return (
    <span className={cn(css.root, className)} style={look(label.color)} title={label.description || undefined}>
      {label.name}
    </span>
  )
}
