import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { hrefOf } from '@/lib/address'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { formatExact } from '@/lib/format'
import { auditText } from '@/lib/i18n/zh-Hans/audit'
import { reviewChecklistText } from '@/lib/i18n/zh-Hans/review-checklist'
import { claimText } from '@/lib/i18n/zh-Hans/claim'
import { curationText } from '@/lib/i18n/zh-Hans/curation'
import { moderationText } from '@/lib/i18n/zh-Hans/moderation'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { wordsText } from '@/lib/i18n/zh-Hans/words'
import { wikiManageText } from '@/lib/i18n/zh-Hans/wiki-manage'
import { isStaff, useSession } from '@/lib/session'
import { overviewQuery, type Overview } from '../work-api'
import { EffectsNotice } from './effects-notice'
import sectionBarCss from '@/components/layout/section-bar.module.css'
import tabsCss from '@/components/ui/tabs.module.css'

const staffPage = (page: string) => ({ to: '/moderation/$page', params: { page } }) as const

const places = [
  { to: '/moderation', label: moderationText.overview, under: undefined },
  { to: '/moderation/review', label: t.queue, under: undefined },
  { to: '/moderation/reports', label: t.reports, under: '/moderation/report/' },
  { ...staffPage('posts'), label: moderationText.posts, under: undefined },
  { to: '/moderation/accounts', label: moderationText.accounts, under: '/moderation/account/' },
  { to: '/moderation/claims', label: claimText.all, under: undefined },
  { to: '/moderation/translations', label: moderationText.translations, under: undefined },
  { to: '/moderation/wikis', label: wikiManageText.lists.staff, under: undefined },
  { to: '/moderation/revenue', label: moderationText.revenue, under: undefined },
  { ...staffPage('curated'), label: curationText.title, under: undefined },
  { to: '/moderation/work', label: moderationText.work, under: undefined },
  { to: '/moderation/audit', label: auditText.title, under: undefined },
  { ...staffPage('templates'), label: reviewChecklistText.templates.title, under: undefined },
  { ...staffPage('words'), label: wordsText.title, under: undefined },
] as const

/** Pages that only administrators have. */
const administration = [
  { ...staffPage('servers'), label: moderationText.servers, under: undefined },
  { ...staffPage('nodes'), label: moderationText.nodes, under: undefined },
] as const

/** How much waits on each page. */
const waitingOn = ({ queue, reports, claims, translations }: Overview): Readonly<Record<string, number>> => ({
  '/moderation/review': queue.waiting,
  '/moderation/reports': reports.open,
  '/moderation/claims': claims.open,
  '/moderation/translations': translations.open,
})

/** The section bar of the moderators' pages. */
export function ReviewFrame({ path, children }: { path: string; children: ReactNode }) {
  const bar = useCurrentInSight()
  const user = useSession()
  const overview = useQuery({ ...overviewQuery(), enabled: isStaff(user) })
  const waiting = overview.data ? waitingOn(overview.data) : {}
  // Who keeps the money without being staff has this one page.
  const open = user && !isStaff(user) ? places.filter(({ to }) => to === '/moderation/revenue') : places
  const shown = user?.role === 'admin' ? [...open, ...administration] : open
  return (
    <>
      <div className={sectionBarCss.root}>
        <div className={sectionBarCss.inner}>
          <b className={sectionBarCss.name}>{t.section}</b>
          <nav className={tabsCss.root} aria-label={t.section} ref={bar}>
            {shown.map(({ label, under, ...address }) => {
              const href = hrefOf(address)
              const on = path === href || (under !== undefined && path.startsWith(under))
              return (
                <PathLink key={href} {...address} className={on ? tabsCss.on : undefined} aria-current={path === href ? 'page' : undefined}>
                  {label}
                  {waiting[href] ? <small>{formatExact(waiting[href])}</small> : null}
                </PathLink>
              )
            })}
          </nav>
        </div>
      </div>
      <EffectsNotice />
      {children}
    </>
  )
}
