import { useQuery } from '@tanstack/react-query'
import { Clock, Wallet } from 'lucide-react'
import { useId } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatMoney } from '@/lib/money'
import { revenueQueries } from '../api'
import { leastOf, obstaclesOf } from '../model/standing'
import { momentText } from '../model/words'
import type { PayoutBalance } from '../types'
import { Obstacles } from './obstacles'
import ui from '@/components/ui/ui.module.css'
import css from './standing.module.css'

/** Whether one can withdraw: the way there, or what keeps one from it, with what solves it. */
export function StandingCard({ balance }: { balance: PayoutBalance }) {
  const id = useId()
  const methods = useQuery(revenueQueries.methods()).data
  const destinations = useQuery(revenueQueries.destinations()).data ?? []
  const least = methods?.length ? Math.min(...methods.map(leastOf)) : undefined
  const obstacles = obstaclesOf(balance, least)
  const resting = destinations.filter(({ rests }) => Date.parse(rests) > Date.now())
  return (
    <Card id={id} title={t.standing.go}>
      <div className={css.body}>
        {obstacles.length > 0 ? (
          <Obstacles obstacles={obstacles} balance={balance} least={least} />
        ) : (
          <>
            <p>
              {t.standing.lead(formatMoney(balance.available, balance.currency))}
              {balance.standing.confirmed ? null : t.standing.confirm}
            </p>
            <PathLink className={buttonClass({ kind: 'primary' })} to="/dashboard/revenue/{-$part}" params={{ part: 'withdraw' }}>
              <Wallet className={ui.icon} aria-hidden />
              {t.standing.go}
            </PathLink>
          </>
        )}
        {resting.length > 0 ? (
          <ul className={css.list}>
            {resting.map(({ id: key, mark, rests }) => (
              <li key={key} className={ui.small}>
                <Clock className={ui.icon14} aria-hidden />
                {t.standing.resting(mark, momentText(rests))}
              </li>
            ))}
          </ul>
        ) : null}
        {centsOf(balance.available) > 0 && obstacles.length === 0 && destinations.length === 0 ? (
          <p className={cn(ui.small)}>{t.destinations.noneLead}</p>
        ) : null}
      </div>
    </Card>
  )
}
