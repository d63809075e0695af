import { Badge } from '@/components/ui/badge'
import { Ago } from '@/components/ui/time'
import { formatExact } from '@/lib/format'
import { revenueText } from '@/lib/i18n/zh-Hans/revenue'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { formatMoney } from '@/lib/money'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { isOver } from '../model/day'
import { secondProblem } from '../model/second'
import { sourceName } from '../model/words'
import { useEntryStep } from '../treasury-commands'
import type { Treasury, TreasuryDay, TreasuryEntry } from '../treasury-types'
import { AskedStep } from './asked-step'
import { Person } from './person'
import { ProjectName } from './project-name'
import { StepButton } from './step-button'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.income
const tones = { entered: 'warn', confirmed: 'ok', reversed: 'neutral' } as const

type IncomeDayProps = {
  day: TreasuryDay
  treasury: Treasury
  /** The settlement of its month has begun. */
  settled: boolean
  onPreview: () => void
}

/** A day with its income, and how it was shared. */
export function IncomeDay({ day, treasury, settled, onPreview }: IncomeDayProps) {
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
        <span className={ui.push}>
          <StepButton size="sm" refused={settled ? t.settled : isOver(day.day) ? undefined : t.notOver} onClick={onPreview}>
            {t.preview}
          </StepButton>
        </span>
      </div>
      {day.left_out.length > 0 ? (
        <p className={css.leftOut}>{t.leftOut(day.left_out.map(({ title }) => title ?? revenueText.breakdown.gone).join('、'))}</p>
      ) : null}
      <ul className={css.rows}>
        {day.entries.map((entry) => (
          <Entry key={entry.id} day={day} entry={entry} treasury={treasury} settled={settled} />
        ))}
      </ul>
    </li>
  )
}

type EntryProps = { day: TreasuryDay; entry: TreasuryEntry; treasury: Treasury; settled: boolean }

function Entry({ day, entry, treasury, settled }: EntryProps) {
  const me = useSession()?.id
  const step = useEntryStep()
  const refused = settled ? t.settled : secondProblem({ by: entry.user, at: entry.at }, me, treasury.alone)
  const what = t.entryOf(
    day.day,
    sourceName(entry.source),
    formatMoney(entry.amount, treasury.currency),
    entry.user?.username ?? revenueStaffText.gone,
  )
  const run = (name: 'confirm' | 'reverse') => () =>
    step.mutate(
      { day: day.day, entry: entry.id, step: name },
      { onSuccess: () => (name === 'confirm' ? toast(t.confirmed) : toast(t.reversed, undefined, 'info')) },
    )
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
          <AskedStep
            size="sm"
            kind="primary"
            action={t.confirm}
            title={t.confirmTitle}
            text={`${what}${day.shared ? t.confirmShared : t.confirmNote}`}
            refused={refused}
            busy={step.isPending}
            onStep={run('confirm')}
          />
        ) : null}
        {entry.state === 'reversed' ? null : (
          <AskedStep
            size="sm"
            danger
            action={t.reverse}
            title={t.reverseTitle}
            text={`${what}${entry.state === 'confirmed' && day.rule ? t.reverseShared : t.reverseNote}`}
            refused={settled && entry.state === 'confirmed' ? t.settledReverse : undefined}
            busy={step.isPending}
            onStep={run('reverse')}
          />
        )}
      </div>
    </li>
  )
}
