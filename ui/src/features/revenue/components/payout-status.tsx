import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { isEnded, revenueQueries } from '../api'
import { PayoutFacts } from './payout-facts'
import { Region } from './region'
import ui from '@/components/ui/ui.module.css'
import css from './withdraw.module.css'

/** The state of a withdrawal that was just asked for; it is followed until it has ended. */
export function PayoutStatus({ id, currency, onAgain }: { id: string; currency: string; onAgain: () => void }) {
  const title = useId()
  const query = useQuery(revenueQueries.payout(id))
  return (
    <section className={ui.card} aria-labelledby={title}>
      <div className={ui.cardHead}>
        <h2 id={title}>{t.withdraw.status}</h2>
        {query.data && !isEnded(query.data) ? <small className={ui.small}>{t.withdraw.live}</small> : null}
      </div>
      <div className={css.body}>
        <Region query={query} height={360}>
          {(payout) => <PayoutFacts payout={payout} currency={currency} />}
        </Region>
        <div className={css.actions}>
          <PathLink className={buttonClass()} to="/dashboard/revenue/{-$part}" params={{ part: 'transfers' }}>
            {t.withdraw.toList}
          </PathLink>
          <Button onClick={onAgain}>{t.withdraw.again}</Button>
        </div>
      </div>
    </section>
  )
}
