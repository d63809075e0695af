import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { formatMoney } from '@/lib/money'
import { revenueQueries } from '../api'
import { NetAmount } from './net-amount'
import { PayoutBadge } from './payout-badge'
import { Region } from './region'
import sectionCss from '@/components/ui/section.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './payouts.module.css'

const RECENT = 5

/** The last withdrawals, and what each method paid. */
export function RecentPayouts({ currency }: { currency: string }) {
  const id = useId()
  const query = useQuery(revenueQueries.payouts())
  const totals = useQuery(revenueQueries.totals()).data
  return (
    <section className={cn(ui.card, ui.cut)} aria-labelledby={id}>
      <div className={ui.cardHead}>
        <h2 id={id}>{t.transfers.recent}</h2>
        <span className={ui.cardEnd}>
          <PathLink className={sectionCss.more} to="/dashboard/revenue/{-$part}" params={{ part: 'transfers' }}>
            {t.transfers.all}
          </PathLink>
        </span>
      </div>
      <Region query={query} height={140}>
        {(payouts) =>
          payouts.length > 0 ? (
            <ul className={css.recent}>
              {payouts.slice(0, RECENT).map((payout) => (
                <li key={payout.id}>
                  <PathLink to="/dashboard/revenue/{-$part}" params={{ part: 'transfers' }} search={{ payout: payout.id }}>
                    <span className={ui.subtle}>{payout.created.slice(5, 10)}</span>
                    <span className={cn(ui.clip, ui.grow)}>{payout.method_name || t.transfers.gone}</span>
                    <NetAmount payout={payout} currency={currency} />
                    <PayoutBadge payout={payout} />
                  </PathLink>
                </li>
              ))}
            </ul>
          ) : (
            <p className={cn(ui.muted, css.none)}>{t.transfers.none}</p>
          )
        }
      </Region>
      {totals?.by_method.length ? (
        <div className={css.sums}>
          <span>{t.transfers.sums}</span>
          {totals.by_method.map(({ method, method_name: name, amount }) => (
            <span key={method}>
              {name || t.transfers.gone} {formatMoney(amount, currency)}
            </span>
          ))}
        </div>
      ) : null}
    </section>
  )
}
