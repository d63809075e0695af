import type { ChartRow } from '@/components/ui/chart'
import type { Answer } from '@/lib/api/operations'
import { transparencyText as t } from '@/lib/i18n/zh-Hans/transparency'

export type Figures = Answer<'GET', '/_internal/transparency'>
/** Decisions of a time. */
export type Counts = Pick<Figures['recent'], 'approved' | 'rejected' | 'withheld' | 'overturned' | 'median_seconds' | 'p95_seconds'>

const HOUR = 3600
const DAY = 24 * HOUR

/** The decisions that stand. */
export const decided = ({ approved, rejected, withheld }: Pick<Counts, 'approved' | 'rejected' | 'withheld'>) =>
  approved + rejected + withheld

/** The share of decisions that were undone; null without any. */
export function overturnRate(counts: Counts): number | null {
  const all = decided(counts) + counts.overturned
  return all > 0 ? counts.overturned / all : null
}

/** 2026 年 11 月, and 11 月 below a column. */
export function monthLabels(month: string): { label: string; short: string } {
  const [year = '', number = ''] = month.split('-')
  return { label: t.month(year, Number(number)), short: t.shortMonth(Number(number)) }
}

/** The columns of a chart of months. */
export function rowsOf<M extends { month: string }>(months: readonly M[], values: (month: M) => (number | null)[]): ChartRow[] {
  return months.map((month) => ({ ...monthLabels(month.month), values: values(month) }))
}

const short = (value: number) => String(Math.round(value * 10) / 10)

/** A duration in one unit, for scales: 30 分钟, 4.5 小时, 3 天. */
export function formatWait(seconds: number): string {
  if (seconds === 0) return '0'
  if (seconds < HOUR) return t.minutes(short(seconds / 60))
  return seconds < 2 * DAY ? t.hours(short(seconds / HOUR)) : t.days(short(seconds / DAY))
}

/** The unit of a scale up to a duration. */
export function waitUnit(seconds: number): number {
  if (seconds < HOUR) return 60
  return seconds < 2 * DAY ? HOUR : DAY
}

/** Whether there is anything to show. */
export const isEmpty = (figures: Figures): boolean => figures.months.every((month) => decided(month) + month.overturned === 0)
