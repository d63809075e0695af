import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatMoney } from '@/lib/money'
import { dayText } from '../model/words'
import type { PayoutBalance } from '../types'
import figuresCss from '@/components/ui/figures.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './balance-card.module.css'

const FEW = 3

/** What an account has, has earned and has withdrawn, and when what is pending can be withdrawn. */
export function BalanceCard({ balance }: { balance: PayoutBalance }) {
  const [all, setAll] = useState(false)
  const show = (amount: number) => formatMoney(amount, balance.currency)
  const dates = Object.entries(balance.dates).sort(([a], [b]) => a.localeCompare(b))
  const shown = all ? dates : dates.slice(0, FEW)
  const year = new Date().getUTCFullYear()
  const debt = centsOf(balance.available) < 0
  const figures = [
    { name: t.available, value: balance.available, small: debt ? [t.debt] : [], bad: debt },
    {
      name: t.pending,
      value: balance.pending,
      small: [t.pendingMeans, ...(centsOf(balance.estimated) > 0 ? [t.estimatedPart(show(balance.estimated))] : [])],
    },
    { name: t.earned, value: balance.earned_lifetime, small: [t.earnedMeans] },
    {
      name: t.withdrawn,
      value: balance.withdrawn_lifetime,
      small: [
        t.inYear(year, show(balance.withdrawn_ytd)),
        ...(centsOf(balance.in_transit) > 0 ? [t.transfers.transit(show(balance.in_transit))] : []),
        ...(centsOf(balance.fees_lifetime) > 0 ? [t.fees(show(balance.fees_lifetime))] : []),
      ],
    },
  ]
  return (
    <section className={ui.card} aria-label={t.figures}>
      <dl className={figuresCss.root}>
        {figures.map(({ name, value, small, bad }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={bad ? ui.bad : undefined}>{show(value)}</span>
              {small.map((line) => (
                <small key={line}>{line}</small>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {dates.length > 0 ? (
        <div className={css.dates}>
          <span className={ui.small}>{t.becoming}</span>
          <ul>
            {shown.map(([at, amount]) => (
              <li key={at}>
                <b>{dayText(at)}</b> <span>{show(amount)}</span>
              </li>
            ))}
          </ul>
          <span className={ui.small}>{t.becomes}</span>
          {dates.length > FEW ? (
            <Button size="xs" kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t.fewer : t.more(dates.length - FEW)}
            </Button>
          ) : null}
        </div>
      ) : null}
      <p className={cn(ui.small, css.note)}>{t.floored}</p>
    </section>
  )
}
