import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'

/** A grey box where something will stand. Give it the final geometry. */
export function Bone({ w = '100%', h = 14, className }: { w?: number | string; h?: number | string; className?: string }) {
  return <span className={cn('bone', className)} style={{ width: w, height: h }} />
}

/** Marks a region that waits for its first data. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={className} aria-busy="true" role="status" aria-label={t.loading}>
      {children}
    </div>
  )
}
