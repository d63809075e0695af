import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatMoney } from '@/lib/money'
import type { PayoutMethod } from '../types'

const parts = (day: string): [number, number, number] => [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]

/** A day of UTC in words, from `YYYY-MM-DD` or a time; with its year where it is not this one. */
export function dayText(day: string, now: number = Date.now()): string {
  const [year, month, date] = parts(day)
  return year === new Date(now).getUTCFullYear() ? t.day(month, date) : t.dayOfYear(year, month, date)
}

/** A month in words, from `YYYY-MM`. */
export const monthText = (month: string): string => t.month(Number(month.slice(0, 4)), Number(month.slice(5, 7)))

/** A month below a column: with its year where one begins. */
export function shortMonth(month: string, first: boolean): string {
  const number = Number(month.slice(5, 7))
  return first || number !== 1 ? t.shortMonth(number) : month.slice(0, 4)
}

const time = new Intl.DateTimeFormat('zh-Hans', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** A moment in the viewer's zone: the day and the minute, with the year where it is not this one. */
export function momentText(at: string, now: number = Date.now()): string {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  const text = year === new Date(now).getFullYear() ? t.day(month, day) : t.dayOfYear(year, month, day)
  return `${text} ${time.format(date)}`
}

export const sourceName = (source: string): string => t.sources[source] ?? source

/** A count of hundredths of a percent: `80%`, `33.33%`. */
export function basisText(points: number): string {
  const rest = String(points % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${Math.floor(points / 100)}${rest ? `.${rest}` : ''}%`
}

/** A part of a column of parts, each with two decimals: `80.00%`. */
export const partText = (points: number): string => `${(points / 100).toFixed(2)}%`

/** A fraction of the API, with at most six decimals, as a percentage. */
export function fractionText(fraction: number): string {
  const millionths = Math.round(fraction * 1_000_000)
  const rest = String(millionths % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${Math.floor(millionths / 10_000)}${rest ? `.${rest}` : ''}%`
}

/** The part of a whole, in cents, as hundredths of a percent. */
export const basisOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part * 10_000) / whole) : 0)

/** What a method costs: a fraction, with its least and its most. */
export function feeText({ percentage, min, max }: PayoutMethod['fee'], currency: string): string {
  const bounds = [
    ...(centsOf(min) > 0 ? [t.withdraw.least(formatMoney(min, currency))] : []),
    ...(max !== null ? [t.withdraw.atMost(formatMoney(max, currency))] : []),
  ]
  return [t.withdraw.feeOf(fractionText(percentage)), ...bounds].join('，')
}

/** How much a method pays at once: from the least to the most, or its fixed amounts. */
function limitText({ interval }: Pick<PayoutMethod, 'interval'>, currency: string): string {
  const show = (amount: number) => formatMoney(amount, currency)
  if (interval.fixed?.values.length)
    return t.withdraw.fixedOf(
      [...interval.fixed.values]
        .sort((a, b) => a - b)
        .map(show)
        .join('、'),
    )
  return interval.standard ? t.withdraw.between(show(interval.standard.min), show(interval.standard.max)) : ''
}

/** All that is to know about a method before an amount is written. */
export const termsText = (method: PayoutMethod, currency: string): string =>
  [limitText(method, currency), feeText(method.fee, currency), t.withdraw.arrives(method.currency)].filter(Boolean).join('；')
