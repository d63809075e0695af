import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { NavTabs } from '@/components/ui/tabs-nav'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { revenueQueries } from '../api'
import type { Part } from '../search'
import pageHeadCss from '@/components/ui/page-head.module.css'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'

const order = [undefined, 'withdraw', 'transfers', 'destinations'] as const

/** The heading of a page of revenue, and the links to the others; those who keep the site's money have one to it. */
export function RevenueHead({ part, sub, children }: { part: Part | undefined; sub?: string | undefined; children?: ReactNode }) {
  const keeps = useQuery(revenueQueries.balance()).data?.standing.keeps
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{part ? t.parts[part] : t.title}</h1>
        <span className={pageHeadCss.sub}>{sub ?? t.lead}</span>
        {children ? <div className={pageHeadCss.end}>{children}</div> : null}
      </div>
      <NavTabs label={t.places} className={ui.below16}>
        {order.map((one) => (
          <PathLink
            key={one ?? ''}
            to="/dashboard/revenue/{-$part}"
            params={{ part: one }}
            className={one === part ? tabsCss.on : undefined}
            aria-current={one === part ? 'page' : undefined}
          >
            {t.parts[one ?? 'overview']}
          </PathLink>
        ))}
        {keeps ? <PathLink to="/moderation/revenue">{t.treasury}</PathLink> : null}
      </NavTabs>
    </>
  )
}
