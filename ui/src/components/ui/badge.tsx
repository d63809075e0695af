import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import tagCss from './tag.module.css'
import css from './badge.module.css'

export type Tone = 'neutral' | 'ok' | 'warn' | 'bad' | 'info' | 'accent'

/** A status in one word. */
export function Badge({ tone = 'neutral', className, children }: { tone?: Tone; className?: string; children: ReactNode }) {
  return <span className={cn(css.root, tone !== 'neutral' && css[tone], className)}>{children}</span>
}

/** A secondary fact: a category, a version. */
export function Tag({ line, className, title, children }: { line?: boolean; className?: string; title?: string; children: ReactNode }) {
  return (
    <span className={cn(tagCss.root, line && tagCss.line, className)} title={title}>
      {children}
    </span>
  )
}
