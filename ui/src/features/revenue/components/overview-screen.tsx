import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { ledgerFile, revenueQueries } from '../api'
import { ledgerFilter, type RevenueSearch } from '../search'
import { BalanceCard } from './balance-card'
import { BreakdownCard } from './breakdown-card'
import { LedgerCard } from './ledger-card'
import { MonthsCard } from './months-card'
import { RecentPayouts } from './recent-payouts'
import { Region } from './region'
import { RevenueHead } from './revenue-head'
import { StandingCard } from './standing-card'
import ui from '@/components/ui/ui.module.css'
import css from './revenue-overview.module.css'

type OverviewScreenProps = { search: RevenueSearch; onSearch: (search: RevenueSearch) => void }

/** What somebody has earned, has and has withdrawn, line by line. */
export function OverviewScreen({ search, onSearch }: OverviewScreenProps) {
  const balance = useQuery(revenueQueries.balance())
  const months = useQuery(revenueQueries.months())
  const last = useLastLine()
  const filter = ledgerFilter(search)
  const currency = balance.data?.currency
  return (
    <>
      <RevenueHead part={undefined} sub={last ? t.lastLine(formatExact(last)) : undefined}>
        <a className={buttonClass({ size: 'sm' })} href={ledgerFile(filter)} download>
          <Download className={ui.icon} aria-hidden />
          {t.ledger.csv}
        </a>
      </RevenueHead>
      <Region query={balance} height={400}>
        {(shown) => (
          <div className={cn(ui.splitSide, css.root)}>
            <div className={cn(ui.pile, css.main)}>
              <BalanceCard balance={shown} />
              <Region query={months} height={296}>
                {(list) => (
                  <>
                    <MonthsCard months={list} currency={shown.currency} />
                    <BreakdownCard
                      months={list}
                      month={search.month}
                      onMonth={(month) => onSearch({ ...search, month })}
                      currency={shown.currency}
                    />
                  </>
                )}
              </Region>
              <LedgerCard filter={filter} onFilter={(next) => onSearch({ month: search.month, ...next })} currency={currency ?? ''} />
            </div>
            <div className={cn(ui.pile, css.side)}>
              <StandingCard balance={shown} />
              <RecentPayouts currency={shown.currency} />
            </div>
          </div>
        )}
      </Region>
    </>
  )
}

/** The number of the newest line, which no filter changes. */
function useLastLine(): number | undefined {
  const lines = useQuery({ ...revenueQueries.newest(), select: (page) => page.lines[0]?.number })
  return lines.data
}
