import '@/styles/work.css'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'

const places = [
  { href: '/dashboard', label: t.overview },
  { href: '/dashboard/projects', label: t.projects },
  { href: '/settings/pats', label: t.settings },
] as const

/** The section bar of the creator's pages. */
export function DashboardFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <div className="deck">
        <div className="deck-in">
          <b className="deck-n">{t.section}</b>
          <nav className="tabs" aria-label={t.section}>
            {places.map((place) => (
              <PathLink key={place.href} href={place.href} className={place.href === path ? 'is-on' : undefined} aria-current={place.href === path ? 'page' : undefined}>
                {place.label}
              </PathLink>
            ))}
          </nav>
        </div>
      </div>
      {children}
    </>
  )
}
