import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { formatMoney } from '@/lib/money'
import { revenueQueries } from '../api'
import { leastOf, obstaclesOf } from '../model/standing'
import type { RevenueSearch } from '../search'
import type { PayoutBalance } from '../types'
import { Obstacles } from './obstacles'
import { PayoutStatus } from './payout-status'
import { RecentPayouts } from './recent-payouts'
import { Region } from './region'
import { RevenueHead } from './revenue-head'
import { WithdrawForm } from './withdraw-form'
import ui from '@/components/ui/ui.module.css'
import css from './withdraw.module.css'

type WithdrawScreenProps = { search: RevenueSearch; onSearch: (search: RevenueSearch) => void }

/** Asking for a withdrawal in three steps, and its state until it has ended. */
export function WithdrawScreen({ search, onSearch }: WithdrawScreenProps) {
  const balance = useQuery(revenueQueries.balance())
  return (
    <>
      <RevenueHead
        part="withdraw"
        sub={balance.data ? t.withdraw.has(formatMoney(balance.data.available, balance.data.currency)) : undefined}
      />
      <Region query={balance} height={400}>
        {(shown) => (
          <div className={ui.splitSide}>
            {search.payout ? (
              <PayoutStatus id={search.payout} currency={shown.currency} onAgain={() => onSearch({})} />
            ) : (
              <Ask balance={shown} destination={search.destination} onDone={(payout) => onSearch({ payout })} />
            )}
            <RecentPayouts currency={shown.currency} />
          </div>
        )}
      </Region>
    </>
  )
}

type AskProps = { balance: PayoutBalance; destination: string | undefined; onDone: (payout: string) => void }

function Ask({ balance, destination, onDone }: AskProps) {
  const methods = useQuery(revenueQueries.methods())
  const destinations = useQuery(revenueQueries.destinations())
  return (
    <Region query={methods} height={320}>
      {(known) => {
        const least = known.length > 0 ? Math.min(...known.map(leastOf)) : undefined
        const obstacles = obstaclesOf(balance, least)
        if (obstacles.length > 0) {
          return (
            <section className={cn(ui.card, ui.cardPad, ui.pile)} aria-label={t.withdraw.closed}>
              <h2 className={css.closed}>
                <Wallet className={ui.icon20} aria-hidden />
                {t.withdraw.closed}
              </h2>
              <Obstacles obstacles={obstacles} balance={balance} least={least} />
            </section>
          )
        }
        return (
          <Region query={destinations} height={320}>
            {(list) => <WithdrawForm {...{ balance, methods: known, destinations: list, first: destination, onDone }} />}
          </Region>
        )
      }}
    </Region>
  )
}
