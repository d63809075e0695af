import type { ChartRow, ChartTone, Series } from '@/components/ui/chart'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf } from '@/lib/money'
import type { RevenueMonth } from '../types'
import { monthText, shortMonth, sourceName } from './words'

const MONTHS = 12
const tones: readonly ChartTone[] = ['first', 'third', 'second', 'fourth']

/** The month some months before one, as `YYYY-MM`. */
export function monthBefore(month: string, count: number): string {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - count
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}

/** The columns of the last twelve months, oldest first, in cents by source. Sources beyond the largest are one. A month that is not
 * settled is open. */
export function monthColumns(months: readonly RevenueMonth[]): { series: Series[]; rows: ChartRow[]; open: boolean } {
  const newest = months[0]?.month
  if (newest === undefined) return { series: [], rows: [], open: false }
  const byMonth = new Map(months.map((one) => [one.month, one]))
  const shown = Array.from({ length: MONTHS }, (_, index) => monthBefore(newest, MONTHS - 1 - index))
  const sums = new Map<string, number>()
  for (const name of shown)
    for (const { source, amount } of byMonth.get(name)?.sources ?? []) sums.set(source, (sums.get(source) ?? 0) + centsOf(amount))
  const sources = [...sums].sort((a, b) => b[1] - a[1]).map(([source]) => source)
  const own = sources.length > tones.length ? sources.slice(0, tones.length - 1) : sources
  const rest = sources.slice(own.length)
  const rows = shown.map((name, at) => {
    const month = byMonth.get(name)
    const cents = (source: string) => centsOf(month?.sources.find((one) => one.source === source)?.amount ?? 0)
    const open = month !== undefined && month.value_date === null
    return {
      label: open ? t.marked(monthText(name)) : monthText(name),
      short: shortMonth(name, at === 0),
      values: [...own.map(cents), ...(rest.length ? [rest.reduce((sum, source) => sum + cents(source), 0)] : [])],
      open,
    }
  })
  const names = [...own.map(sourceName), ...(rest.length ? [t.otherSources] : [])]
  return { series: names.map((name, at) => ({ name, tone: tones[at] ?? 'fourth' })), rows, open: rows.some(({ open }) => open) }
}
