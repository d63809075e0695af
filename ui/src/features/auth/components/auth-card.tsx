import '@/styles/auth.css'
import type { ReactNode } from 'react'
import { BrandMark } from '@/components/layout/brand-mark'

/** The frame of the account forms: mark, title, form, and the way to the other form. */
export function AuthCard({ title, children, aside }: { title: string; children: ReactNode; aside: ReactNode }) {
  return (
    <div className="auth">
      <div className="card card-pad auth-card">
        <BrandMark className="mark mark-xl" />
        <h1>{title}</h1>
        {children}
        <p className="auth-aside muted t13">{aside}</p>
      </div>
    </div>
  )
}
