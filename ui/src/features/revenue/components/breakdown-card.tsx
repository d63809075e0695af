import { useQuery } from '@tanstack/react-query'
import { Chart, type ChartRow } from '@/components/ui/chart'
import { Badge } from '@/components/ui/badge'
import { DataTable } from '@/components/ui/data-table'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatCents, formatShort } from '@/lib/money'
import { revenueQueries } from '../api'
import { basisOf, dayText, monthText, partText } from '../model/words'
import type { RevenueBreakdown, RevenueMonth } from '../types'
import { ProjectName } from './project-name'
import { Region } from './region'
import tableCss from '@/components/ui/number-table.module.css'
import ui from '@/components/ui/ui.module.css'

type BreakdownCardProps = {
  months: readonly RevenueMonth[]
  month: string | undefined
  onMonth: (month: string) => void
  currency: string
}

/** What a month consists of: by project, and by day. */
export function BreakdownCard({ months, month, onMonth, currency }: BreakdownCardProps) {
  const shown = months.find((one) => one.month === month)?.month ?? months[0]?.month ?? ''
  const query = useQuery({ ...revenueQueries.breakdown(shown), enabled: shown !== '' })
  if (shown === '') return null
  return (
    <section className={cn(ui.pile, query.isPlaceholderData && ui.stale)} aria-label={t.breakdown.title}>
      <div className={ui.card}>
        <div className={ui.cardHead}>
          <h2>{t.breakdown.title}</h2>
          {query.data ? (
            <Badge tone={query.data.settled ? 'ok' : 'neutral'}>{query.data.settled ? t.breakdown.settled : t.estimate}</Badge>
          ) : null}
          <span className={ui.cardEnd}>
            <NativeSelect
              size="sm"
              label={t.breakdown.month}
              value={shown}
              onValue={onMonth}
              options={months.map((one) => ({ value: one.month, label: monthText(one.month) }))}
            />
          </span>
        </div>
        <Region query={query} height={120}>
          {(data) => <Projects data={data} currency={currency} />}
        </Region>
      </div>
      {query.data?.days.length ? <Days data={query.data} currency={currency} /> : null}
    </section>
  )
}

type Shown = { data: RevenueBreakdown; currency: string }

function Projects({ data, currency }: Shown) {
  const sum = data.projects.reduce((all, { amount }) => all + centsOf(amount), 0)
  if (data.projects.length === 0) return <p className={cn(ui.cardPad, ui.muted)}>{t.breakdown.none}</p>
  return (
    // What scrolls can be scrolled by keyboard.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
    <div className={tableCss.scroll} role="group" aria-label={t.breakdown.title} tabIndex={0}>
      <DataTable className={tableCss.root} columns={[t.breakdown.project, t.breakdown.share, t.breakdown.amount]}>
        {data.projects.map(({ project, amount }) => (
          <tr key={project.id}>
            <th scope="row">
              <ProjectName project={project} />
            </th>
            <td>{partText(basisOf(centsOf(amount), sum))}</td>
            <td>{formatCents(centsOf(amount), currency)}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  )
}

const WEEK = 7

function Days({ data, currency }: Shown) {
  const rows: ChartRow[] = data.days.map(({ day, amount }, at) => ({
    label: dayText(day),
    short: at % WEEK === 0 ? day.slice(5) : '',
    values: [centsOf(amount)],
    open: !data.settled,
  }))
  const most = Math.max(...rows.map(({ values }) => values[0] ?? 0))
  if (most <= 0) return null
  return (
    <Chart
      title={t.breakdown.days}
      kind="bars"
      series={[{ name: t.breakdown.amount, tone: 'first' }]}
      rows={rows}
      column={t.breakdown.day}
      format={(cents) => formatCents(cents, currency)}
      scale={(cents) => formatShort(cents, currency)}
      unit={most < 200 ? 1 : 100}
      {...(data.settled ? {} : { openName: t.estimate })}
    />
  )
}
