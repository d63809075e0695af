import '@/styles/work.css'
import '@/styles/manage.css'
import { KeyRound, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'

const pages = [
  { href: '/settings/profile', label: t.pages.profile, icon: UserRound },
  { href: '/settings/pats', label: t.pages.pats, icon: KeyRound },
] as const

/** The settings of one's own account. */
export function AccountFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className="set mt-4">
      <nav className="set-nav" aria-label={t.section}>
        {pages.map((page) => (
          <PathLink key={page.href} href={page.href} className={page.href === path ? 'is-on' : undefined} aria-current={page.href === path ? 'page' : undefined}>
            <page.icon className="i" aria-hidden />
            {page.label}
          </PathLink>
        ))}
      </nav>
      <div className="set-main">{children}</div>
    </div>
  )
}
