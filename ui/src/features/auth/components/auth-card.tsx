import '@/styles/auth.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { BrandMark } from '@/components/layout/brand-mark'

type AuthCardProps = { title: string; children: ReactNode; aside?: ReactNode; /** In place of the mark: what happened. */ icon?: LucideIcon; tone?: 'ok' | 'warn' | 'bad' }

/** The frame of the account forms: mark, title, form, and the way to the other form. */
export function AuthCard({ title, children, aside, icon: Icon, tone }: AuthCardProps) {
  return (
    <div className="auth">
      <div className="card card-pad auth-card">
        {Icon ? (
          <span className={`auth-state${tone ? ` is-${tone}` : ''}`}>
            <Icon className="i i-24" aria-hidden />
          </span>
        ) : (
          <BrandMark className="mark mark-xl" />
        )}
        <h1>{title}</h1>
        {children}
        {aside ? <p className="auth-aside muted t13">{aside}</p> : null}
      </div>
    </div>
  )
}
