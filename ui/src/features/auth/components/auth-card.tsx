import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { BrandMark } from '@/components/layout/brand-mark'
import { cn } from '@/lib/cn'
import { Reasons } from './reasons'
import brandMarkCss from '@/components/layout/brand-mark.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './auth-card.module.css'

type AuthCardProps = {
  title: string
  children: ReactNode
  aside?: ReactNode
  /** What an account is good for, beside the form. */
  reasons?: boolean
  /** In place of the mark: what happened. */
  icon?: LucideIcon
  tone?: 'ok' | 'warn' | 'bad'
}

/** The frame of the account forms: mark, title, form, and the way to the other form. */
export function AuthCard({ title, children, aside, reasons, icon: Icon, tone }: AuthCardProps) {
  return (
    <div className={css.page}>
      <div className={cn(ui.card, reasons ? css.wide : css.narrow)}>
        {reasons ? <Reasons /> : null}
        <div className={css.root}>
          {Icon ? (
            <span className={cn(css.state, tone && css[tone])}>
              <Icon className={ui.icon24} aria-hidden />
            </span>
          ) : (
            <BrandMark className={cn(brandMarkCss.root, brandMarkCss.xl, reasons && css.mark)} />
          )}
          <h1>{title}</h1>
          {children}
          {aside ? <p className={cn(css.aside, ui.muted, ui.text13)}>{aside}</p> : null}
        </div>
      </div>
    </div>
  )
}
