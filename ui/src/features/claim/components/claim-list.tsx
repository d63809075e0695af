import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { PageHead } from '@/components/ui/page-head'
import { Pagination } from '@/components/ui/pagination'
import { NavTabs } from '@/components/ui/tabs-nav'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'
import { useLive } from '@/lib/live'
import { pageCount, pageParam } from '@/lib/pages'
import { CLAIMS_PAGE, claimQueries, type Scope } from '../api'
import type { ClaimSearch } from '../search'
import { ClaimCard } from './claim-card'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './claim.module.css'

const topics = ['claims']

/** Lists the viewer's claims, or all claims for staff. */
export function ClaimList({ scope, search }: { scope: Scope; search: ClaimSearch }) {
  useLive(topics)
  const staff = scope === 'all'
  const to = staff ? '/moderation/claims' : '/dashboard/claims'
  const { state = 'open', page = 1 } = search
  const query = useQuery(claimQueries.list(scope, search))
  const { data } = query
  return (
    <>
      <PageHead title={staff ? t.all : t.mine} sub={staff ? t.allHint : t.mineHint} />
      <NavTabs label={t.filter}>
        {(['open', 'ended'] as const).map((one) => (
          <PathLink
            key={one}
            keepScroll
            to={to}
            search={one === 'ended' ? { state: one } : {}}
            className={one === state ? tabsCss.on : undefined}
            aria-current={one === state ? 'page' : undefined}
          >
            {t.states[one]}
            {data ? <small>{formatExact(data[one])}</small> : null}
          </PathLink>
        ))}
      </NavTabs>
      {data ? (
        <section className={cn(ui.above12, query.isPlaceholderData && ui.stale)} aria-label={staff ? t.all : t.mine}>
          {data.claims?.length ? (
            <ul className={css.list}>
              {data.claims.map((claim) => (
                <ClaimCard key={claim.id} claim={claim} staff={staff} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Empty level={2} icon={BadgeCheck} title={t.empty[state]} hint={t.emptyHint[scope]} />
            </div>
          )}
          {data[state] > CLAIMS_PAGE ? (
            <Pagination
              page={page}
              count={pageCount(data[state], CLAIMS_PAGE)}
              href={(number) => hrefOf({ to, search: { ...search, page: pageParam(number) } })}
            />
          ) : null}
        </section>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={cn(ui.card, ui.cardPad, ui.pile, ui.above12)}>
          <Bone w="40%" h={16} />
          <Bone w="80%" h={12} />
          <Bone w="60%" h={12} />
        </Loading>
      )}
    </>
  )
}
