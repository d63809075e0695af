import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Empty } from '@/components/ui/feedback'
import { NavTabs } from '@/components/ui/tabs-nav'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { treasuryQueries } from '../treasury-api'
import { payoutLists } from '../search'
import type { PayoutList, Treasury } from '../treasury-types'
import { BatchCard } from './batch-card'
import { Region } from './region'
import { TreasuryPayoutCard } from './treasury-payout-card'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.payouts

const countOf = ({ waiting }: Treasury, list: PayoutList): number =>
  list === 'waiting' ? waiting.payouts : list === 'open' || list === 'ended' ? 0 : waiting[list]

/** Withdrawals that wait for a person, and the batches that people pay. */
export function TreasuryPayouts({ treasury, list }: { treasury: Treasury; list: PayoutList }) {
  const query = useQuery(treasuryQueries.payouts(list))
  return (
    <div className={ui.pile}>
      <NavTabs label={t.filter}>
        {payoutLists.map((one) => {
          const count = countOf(treasury, one)
          return (
            <PathLink
              key={one}
              keepScroll
              to="/moderation/revenue"
              search={one === 'waiting' ? { tab: 'payouts' } : { tab: 'payouts', list: one }}
              className={one === list ? tabsCss.on : undefined}
              aria-current={one === list ? 'page' : undefined}
            >
              {t.lists[one]}
              {count > 0 ? <small>{formatExact(count)}</small> : null}
            </PathLink>
          )
        })}
      </NavTabs>
      <Region query={query} height={200}>
        {(payouts) =>
          payouts.length > 0 ? (
            <ul className={cn(css.cards, query.isPlaceholderData && ui.stale)}>
              {payouts.map((payout) => (
                <TreasuryPayoutCard key={payout.id} payout={payout} currency={treasury.currency} alone={treasury.alone} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Empty level={2} icon={Banknote} title={t.none[list]} />
            </div>
          )
        }
      </Region>
      {list === 'manual' ? <BatchCard payouts={query.data ?? []} currency={treasury.currency} /> : null}
    </div>
  )
}
