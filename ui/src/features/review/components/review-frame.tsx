import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { claimText } from '@/lib/i18n/zh-Hans/claim'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import sectionBarCss from '@/components/layout/section-bar.module.css'
import tabsCss from '@/components/ui/tabs.module.css'

const places: { href: string; label: string; under?: string }[] = [
  { href: '/moderation/review', label: t.queue },
  { href: '/moderation/reports', label: t.reports, under: '/moderation/report/' },
  { href: '/moderation/claims', label: claimText.all },
]

/** The section bar of the moderators' pages. */
export function ReviewFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <div className={sectionBarCss.root}>
        <div className={sectionBarCss.inner}>
          <b className={sectionBarCss.name}>{t.section}</b>
          <nav className={tabsCss.root} aria-label={t.section}>
            {places.map(({ href, label, under }) => {
              const on = path === href || (under !== undefined && path.startsWith(under))
              return (
                <PathLink key={href} href={href} className={on ? tabsCss.on : undefined} aria-current={path === href ? 'page' : undefined}>
                  {label}
                </PathLink>
              )
            })}
          </nav>
        </div>
      </div>
      {children}
    </>
  )
}
