import { LockKeyhole, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'
import { Art } from './art'
import ui from './ui.module.css'
import css from './empty.module.css'

type EmptyProps = {
  icon: LucideIcon
  title: string
  /** Heading level: one below the enclosing heading. */
  level?: 2 | 3
  hint?: string | undefined
  children?: ReactNode
  className?: string
}

/** An empty list: the reason, and at most one action. A whole page has the drawing, a part of one the sign of its kind. */
export function Empty({ icon: Icon, title, level = 3, hint, children, className }: EmptyProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cn(css.root, className)}>
      {level === 2 ? <Art name="empty" /> : <Icon className={cn(css.icon, ui.icon24)} aria-hidden />}
      <Heading>{title}</Heading>
      {hint ? <p>{hint}</p> : null}
      {children ? <div className={css.row}>{children}</div> : null}
    </div>
  )
}

/** The page keeps its layout and says that the viewer may not see this part. */
export function Forbidden({ text, className }: { text?: string; className?: string | undefined }) {
  return (
    <div className={cn(ui.card, className)}>
      <Empty level={2} icon={LockKeyhole} title={t.forbiddenTitle} hint={text ?? t.forbidden} />
    </div>
  )
}
