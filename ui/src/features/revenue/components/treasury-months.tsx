import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Empty, Note } from '@/components/ui/feedback'
import { formatExact } from '@/lib/format'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { formatMoney } from '@/lib/money'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { secondProblem } from '../model/second'
import { monthText } from '../model/words'
import { treasuryQueries } from '../treasury-api'
import { useMonthStep } from '../treasury-commands'
import type { TreasuryMonth } from '../treasury-types'
import { AskedStep } from './asked-step'
import { Region } from './region'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.months
const tones: Record<TreasuryMonth['state'], Tone> = { open: 'neutral', asked: 'warn', begun: 'info', settled: 'ok' }

/** The months and their settlement: one person asks for it, another confirms. */
export function TreasuryMonths({ currency, alone }: { currency: string; alone: boolean }) {
  const query = useQuery(treasuryQueries.months())
  return (
    <div className={ui.pile}>
      <Note>{alone ? revenueStaffText.alone : revenueStaffText.second}</Note>
      <Region query={query} height={240}>
        {(months) =>
          months.length > 0 ? (
            <ul className={css.cards}>
              {months.map((month) => (
                <MonthCard key={month.month} month={month} currency={currency} alone={alone} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Empty level={2} icon={CalendarCheck} title={t.none} />
            </div>
          )
        }
      </Region>
    </div>
  )
}

type CardProps = { month: TreasuryMonth; currency: string; alone: boolean }

function MonthCard({ month, currency, alone }: CardProps) {
  return (
    <li className={`${ui.card} ${ui.cardPad} ${css.card}`}>
      <div className={css.head}>
        <h2 className={css.amount}>{monthText(month.month)}</h2>
        <Badge tone={tones[month.state]}>{t.states[month.state]}</Badge>
        {month.unconfirmed > 0 ? <Badge tone="warn">{t.unconfirmed(month.unconfirmed)}</Badge> : null}
      </div>
      <dl className={keyValuesCss.root}>
        <dt>{t.income}</dt>
        <dd>{formatMoney(month.income, currency)}</dd>
        <dt>{t.creators}</dt>
        <dd>
          {formatMoney(month.creators, currency)}{' '}
          {month.wallets > 0 ? <span className={ui.small}>{t.wallets(formatExact(month.wallets))}</span> : null}
        </dd>
        <dt>{t.days}</dt>
        <dd>{t.daysOf(month.shared, month.days)}</dd>
      </dl>
      <p className={ui.small}>{month.state === 'settled' ? t.value(month.value_date) : t.from(month.from)}</p>
      {month.asked_by && month.state === 'asked' ? <p className={ui.small}>{revenueStaffText.by(month.asked_by.username)}</p> : null}
      <Steps month={month} currency={currency} alone={alone} />
    </li>
  )
}

function Steps({ month, currency, alone }: CardProps) {
  const me = useSession()?.id
  const step = useMonthStep()
  if (month.state !== 'open' && month.state !== 'asked') return null
  const early = month.from > new Date().toISOString().slice(0, 10)
  const unready = early
    ? t.from(month.from)
    : month.unconfirmed > 0
      ? t.unconfirmed(month.unconfirmed)
      : month.shared < month.days
        ? `${t.days} ${t.daysOf(month.shared, month.days)}`
        : undefined
  const refused = secondProblem({ by: month.asked_by, at: month.asked_at }, me, alone)
  const run = (name: 'ask' | 'withdraw' | 'settle') => () =>
    step.mutate(
      { month: month.month, step: name },
      { onSuccess: () => toast(t.done[name], undefined, name === 'withdraw' ? 'info' : 'success') },
    )
  const name = monthText(month.month)
  const sum = formatMoney(month.creators, currency)
  return (
    <div className={css.actions}>
      {month.state === 'open' ? (
        <AskedStep
          kind="primary"
          action={t.ask}
          title={t.askTitle(name)}
          text={t.askNote(sum)}
          refused={unready}
          busy={step.isPending}
          onStep={run('ask')}
        />
      ) : (
        <>
          <Button disabled={step.isPending} onClick={run('withdraw')}>
            {t.withdraw}
          </Button>
          <AskedStep
            kind="primary"
            action={t.settle}
            title={t.settleTitle(name)}
            text={t.settleNote(sum)}
            refused={refused}
            busy={step.isPending}
            onStep={run('settle')}
          />
        </>
      )}
    </div>
  )
}
