import { Chart } from '@/components/ui/chart'
import { formatShare } from '@/features/review'
import { formatCount } from '@/lib/format'
import { transparencyText as t } from '@/lib/i18n/zh-Hans/transparency'
import { formatWait, overturnRate, rowsOf, waitUnit, type Counts } from '../model'

type Months = { months: readonly ({ month: string } & Counts)[] }

/** The decisions of each month. */
export function DecisionChart({ months, title = t.byMonth, note }: Months & { title?: string; note?: string }) {
  return (
    <Chart
      title={title}
      kind="bars"
      column={t.column.month}
      series={[
        { name: t.outcomes.approved, tone: 'ok' },
        { name: t.outcomes.withheld, tone: 'warn' },
        { name: t.outcomes.rejected, tone: 'bad' },
      ]}
      rows={rowsOf(months, (month) => [month.approved, month.withheld, month.rejected])}
      format={formatCount}
      unit={1}
      {...(note ? { note } : {})}
    />
  )
}

/** The waits of each month. */
export function WaitChart({ months }: Months) {
  const longest = Math.max(...months.map((month) => month.p95_seconds ?? 0))
  return (
    <Chart
      title={t.waits}
      kind="lines"
      column={t.column.month}
      series={[
        { name: t.medianSeries, tone: 'first' },
        { name: t.p95Series, tone: 'second' },
      ]}
      rows={rowsOf(months, (month) => [month.median_seconds, month.p95_seconds])}
      format={formatWait}
      unit={waitUnit(longest)}
    />
  )
}

/** The share of undone decisions of each month. */
export function OverturnChart({ months }: Months) {
  return (
    <Chart
      title={t.overturns}
      kind="lines"
      column={t.column.month}
      series={[{ name: t.rate, tone: 'bad' }]}
      rows={rowsOf(months, (month) => [overturnRate(month)])}
      format={formatShare}
      unit={0.01}
      note={t.utc}
    />
  )
}
