import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatCents, formatMoney } from '@/lib/money'
import { feeText } from '../model/words'
import type { PayoutFees, PayoutMethod } from '../types'
import type { Fees } from '../use-fees'
import ui from '@/components/ui/ui.module.css'
import css from './withdraw.module.css'

type FeeLinesProps = { cents: number | undefined; method: PayoutMethod; fees: Fees; currency: string }

/** What a withdrawal costs and what arrives. The box keeps its height, so that nothing moves while an amount is typed. */
export function FeeLines({ cents, method, fees, currency }: FeeLinesProps) {
  const { data, pending, isError, error } = fees
  if (cents === undefined) return <Box said={t.withdraw.empty} />
  if (isError && !pending) return <Box said={error.message} bad />
  if (!data) return <Box said={t.withdraw.calculating} />
  return (
    <div className={cn(css.fees, pending && ui.stale)} aria-busy={pending}>
      <dl>
        <dt>{t.withdraw.asked}</dt>
        <dd>{formatCents(cents, currency)}</dd>
        <dt>{feeText(method.fee, currency)}</dt>
        <dd>{formatCents(-centsOf(data.fee), currency)}</dd>
        {data.quote ? <Rate quote={data.quote} onRenew={() => void fees.refetch()} /> : null}
        <dt className={css.net}>{t.withdraw.net}</dt>
        {/* The clock of the rate is not announced. */}
        <dd className={css.net} aria-live="polite">
          {data.quote ? formatMoney(data.quote.amount, data.quote.currency) : formatMoney(data.net_usd, data.currency)}
        </dd>
      </dl>
      <p>{t.withdraw.after(formatMoney(data.balance_after, currency))}</p>
    </div>
  )
}

function Box({ said, bad }: { said: string; bad?: boolean }) {
  return (
    <div className={css.fees} role={bad ? 'alert' : 'status'}>
      <p className={bad ? ui.bad : undefined}>{said}</p>
    </div>
  )
}

const SECOND = 1000

function Rate({ quote, onRenew }: { quote: NonNullable<PayoutFees['quote']>; onRenew: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((Date.parse(quote.until) - now) / SECOND))
  return (
    <>
      <dt>
        {t.withdraw.rate} <span className={ui.subtle}>{left > 0 ? t.withdraw.rateUntil(clock(left)) : t.withdraw.expired}</span>
      </dt>
      <dd>
        {left > 0 ? (
          `× ${quote.rate}`
        ) : (
          <Button size="xs" onClick={onRenew}>
            {t.withdraw.renew}
          </Button>
        )}
      </dd>
    </>
  )
}

const clock = (seconds: number): string => `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
