import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import projectCardCss from '@/components/ui/project-card.module.css'

/** A figure under its name. */
export function Stat({ label, value, title, className }: { label: string; value: ReactNode; title?: string; className?: string }) {
  return (
    <span className={cn(projectCardCss.stat, className)}>
      <small>{label}</small>
      <b title={title}>{value}</b>
    </span>
  )
}
