import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { badge, notificationQueries } from '@/features/notification'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { useSession } from '@/lib/session'
import { ownProjectsQuery } from '../api'
import { sectionOf, sections } from '../model'
import sectionBarCss from '@/components/layout/section-bar.module.css'
import tabsCss from '@/components/ui/tabs.module.css'

/** The section bar of the creator's pages, and the page under it. */
export function DashboardFrame({ path, children }: { path: string; children: ReactNode }) {
  const user = useSession()
  const bar = useCurrentInSight()
  const here = sectionOf(path)
  const unread = useQuery({ ...notificationQueries.latest(), enabled: Boolean(user) }).data?.counts.unread
  const projects = useQuery({ ...ownProjectsQuery(user?.id ?? ''), enabled: Boolean(user) }).data?.length
  const counts: Partial<Record<string, number | undefined>> = { projects, notifications: unread }
  return (
    <>
      <div className={sectionBarCss.root}>
        <div className={sectionBarCss.inner}>
          <b className={sectionBarCss.name}>{t.section}</b>
          <nav className={tabsCss.root} aria-label={t.section} ref={bar}>
            {sections.map(({ id, to }) => {
              const count = counts[id]
              return (
                <PathLink key={id} to={to} className={id === here ? tabsCss.on : undefined} aria-current={id === here ? 'page' : undefined}>
                  {t.sections[id]}
                  {count ? <small>{badge(count)}</small> : null}
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
