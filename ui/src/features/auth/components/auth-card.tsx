import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { BrandMark } from '@/components/layout/brand-mark'
import { cn } from '@/lib/cn'
import brandMarkCss from '@/components/layout/brand-mark.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './auth-card.module.css'

type AuthCardProps = {
  title: string
  children: ReactNode
  aside?: ReactNode /** In place of the mark: what happened. */
  icon?: LucideIcon
  tone?: 'ok' | 'warn' | 'bad'
}

/** The frame of the account forms: mark, title, form, and the way to the other form. */
export function AuthCard({ title, children, aside, icon: Icon, tone }: AuthCardProps) {
  return (
    <div className={css.page}>
      <div className={cn(ui.card, ui.cardPad, css.root)}>
        {Icon ? (
          <span className={cn(css.state, tone && css[tone])}>
            <Icon className={ui.icon24} aria-hidden />
          </span>
        ) : (
          <BrandMark className={cn(brandMarkCss.root, brandMarkCss.xl)} />
        )}
        <h1>{title}</h1>
        {children}
        {aside ? <p className={cn(css.aside, ui.muted, ui.text13)}>{aside}</p> : null}
      </div>
    </div>
  )
}
