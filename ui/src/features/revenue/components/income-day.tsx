import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Ago } from '@/components/ui/time'
import { formatExact } from '@/lib/format'
import { revenueText } from '@/lib/i18n/zh-Hans/revenue'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { formatMoney } from '@/lib/money'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { secondProblem } from '../model/second'
import { sourceName } from '../model/words'
import { useEntryStep } from '../treasury-commands'
import type { Treasury, TreasuryDay, TreasuryEntry } from '../treasury-types'
import { Person } from './person'
import { ProjectName } from './project-name'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.income
const tones = { entered: 'warn', confirmed: 'ok', reversed: 'neutral' } as const

type IncomeDayProps = { day: TreasuryDay; treasury: Treasury; onPreview: () => void }

/** A day with its income, and how it was shared. */
export function IncomeDay({ day, treasury, onPreview }: IncomeDayProps) {
  const { currency } = treasury
  const show = (amount: number) => formatMoney(amount, currency)
  return (
    <li className={ui.card}>
      <div className={css.dayHead}>
        <h3>{day.day}</h3>
        <Badge tone={day.shared ? 'ok' : 'neutral'}>{day.shared ? t.shared : t.unshared}</Badge>
        {day.shared ? (
          <span className={ui.small}>
            {[
              t.sharedOf(show(day.creators), formatExact(day.people)),
              t.platform(show(day.platform)),
              ...(day.reserve > 0 ? [t.reserve(show(day.reserve))] : []),
              ...(day.rule ? [t.rule(day.rule)] : []),
            ].join(' · ')}
          </span>
        ) : null}
        <Button size="sm" className={ui.push ?? ''} onClick={onPreview}>
          {t.preview}
        </Button>
      </div>
      {day.left_out.length > 0 ? (
        <p className={css.leftOut}>{t.leftOut(day.left_out.map(({ title }) => title ?? revenueText.breakdown.gone).join('、'))}</p>
      ) : null}
      <ul className={css.rows}>
        {day.entries.map((entry) => (
          <Entry key={entry.id} day={day.day} entry={entry} treasury={treasury} />
        ))}
      </ul>
    </li>
  )
}

function Entry({ day, entry, treasury }: { day: string; entry: TreasuryEntry; treasury: Treasury }) {
  const me = useSession()?.id
  const step = useEntryStep()
  const refused = secondProblem({ by: entry.user, at: entry.at }, me, treasury.alone)
  const run = (name: 'confirm' | 'reverse', said: string) => () =>
    step.mutate({ day, entry: entry.id, step: name }, { onSuccess: () => toast(said) })
  return (
    <li>
      <div className={css.line}>
        <div className={ui.grow}>
          <b>{sourceName(entry.source)}</b>
          {entry.project ? (
            <>
              {' '}
              <ProjectName project={entry.project} />
            </>
          ) : null}
          <small>
            <Person user={entry.user} /> <Ago time={entry.at} />
            {entry.confirmer ? ` · ${t.confirm} ${entry.confirmer.username}` : null}
            {entry.alone ? ` · ${revenueStaffText.aloneDone}` : null}
          </small>
        </div>
        <Badge tone={tones[entry.state]}>{t.state[entry.state]}</Badge>
        <b className={css.sumCell}>{formatMoney(entry.amount, treasury.currency)}</b>
        {entry.state === 'entered' ? (
          <Button
            size="sm"
            kind="primary"
            disabled={step.isPending || refused !== undefined}
            title={refused}
            aria-description={refused}
            onClick={run('confirm', t.confirmed)}
          >
            {t.confirm}
          </Button>
        ) : null}
        {entry.state === 'reversed' ? null : (
          <Button size="sm" danger disabled={step.isPending} onClick={run('reverse', t.reversed)}>
            {t.reverse}
          </Button>
        )}
      </div>
    </li>
  )
}
