import { Coins } from 'lucide-react'
import { useMemo } from 'react'
import { Chart } from '@/components/ui/chart'
import { Empty, Note } from '@/components/ui/feedback'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { formatCents, formatShort } from '@/lib/money'
import { monthColumns } from '../model/months'
import type { RevenueMonth } from '../types'
import ui from '@/components/ui/ui.module.css'

const DOLLAR = 100

/** What was earned in the last twelve months by source, with a table of the same amounts. */
export function MonthsCard({ months, currency }: { months: readonly RevenueMonth[]; currency: string }) {
  const { series, rows, open } = useMemo(() => monthColumns(months), [months])
  const most = Math.max(0, ...rows.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)))
  if (most === 0) {
    return (
      <section className={ui.card}>
        <Empty level={2} icon={Coins} title={t.months.none} hint={t.months.noneLead} />
      </section>
    )
  }
  return (
    <>
      {months.every(({ value_date }) => value_date === null) ? <Note>{t.months.first}</Note> : null}
      <Chart
        title={t.months.title}
        kind="bars"
        series={series}
        rows={rows}
        column={t.months.column}
        format={(cents) => formatCents(cents, currency)}
        scale={(cents) => formatShort(cents, currency)}
        unit={most < 2 * DOLLAR ? 1 : DOLLAR}
        {...(open ? { openName: t.estimate, note: t.months.note } : {})}
      />
    </>
  )
}
