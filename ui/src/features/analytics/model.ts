import type { TimeRow } from '@/components/ui/time-chart'
import { formatCount, formatExact } from '@/lib/format'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import { loaderName } from '@/lib/loaders'
import type { Group, Overview } from './api'
import type { Dimension, Metric } from './search'

const HOUR = 3600

/** The rows of the chart: days or hours. */
export function rowsOf({ metric, slices, releases }: Pick<Overview, 'metric' | 'slices' | 'releases'>): TimeRow[] {
  return slices.map(({ start, value, before }) => ({
    at: Date.parse(start.includes('T') ? `${start}:00` : `${start}T00:00:00`) / 1000,
    label: start.replace('T', ' '),
    value: shownOf(metric, value),
    before: shownOf(metric, before),
    marks: releases.filter(({ date }) => date === start).map(({ number, channel }) => ({ number, channel })),
  }))
}

/** Playtime is shown in hours. */
const shownOf = (metric: string, value: number): number => (metric === 'playtime' ? value / HOUR : value)

/** A label at the axis of time. */
export function tickOf(at: number): string {
  const date = new Date(at * 1000)
  return date.getHours() === 0 ? t.shortDay(date.getMonth() + 1, date.getDate()) : t.shortHour(date.getHours())
}

/** A value of the chart. */
export const chartValue = (value: number): string => (Number.isInteger(value) ? formatCount(value) : value.toFixed(1))

/** A value of a metric in words, shortened or exact. */
export function valueText(metric: Metric, value: number, exact = false): string {
  if (metric === 'playtime') {
    const whole = !exact && value >= 100 * HOUR
    return t.hours(whole ? formatCount(Math.round(value / HOUR)) : value === 0 ? '0' : (value / HOUR).toFixed(1))
  }
  if (value < 0) return `−${valueText(metric, -value, exact)}`
  return exact ? formatExact(value) : formatCount(value)
}

/** An average in words: with a decimal where a whole number would say little. */
export function averageText(metric: Metric, value: number): string {
  if (metric === 'playtime' || value >= 10 || Number.isInteger(value)) return valueText(metric, Math.round(value))
  return value < 0.1 ? t.little : value.toFixed(1)
}

/** The change against the time before, as a share; undefined where there was nothing. */
export function changeOf(now: number, before: number): number | undefined {
  return before <= 0 ? undefined : (now - before) / before
}

const clients: Record<string, string> = t.clients

/** The name of a group. */
export function groupName({ key, name }: Group, by: Dimension): string {
  if (by === 'client') {
    const [client = '', family] = key.split(' ')
    return family ? t.family(family) : (clients[client] ?? t.unknown)
  }
  if (by === 'country' && key) return key === 'XX' ? t.fewCountries : countryName(key)
  if (by === 'loader' && key) return loaderName(key)
  return name || t.unknown
}

/** The key may be another one while the groups change, and `of` refuses what is no code. */
const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code)

const countryNames = new Intl.DisplayNames('zh-Hans', { type: 'region', fallback: 'code' })

/** A text of a spreadsheet: a comma or a quote is quoted, and no cell is a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The slices and the groups as comma-separated values, with the mark by which spreadsheets know UTF-8. Playtime is in seconds. */
export function csvOf({ slices, groups }: Pick<Overview, 'slices' | 'groups'>, metric: Metric, by: Dimension): string {
  const lines: (string | number)[][] = [
    [t.column.time, t.csvMetrics[metric], t.column.before],
    ...slices.map(({ start, value, before }) => [start.replace('T', ' '), value, before]),
    [],
    [t.dimensions[by], t.csvMetrics[metric], t.column.before],
    ...groups.map((group) => [groupName(group, by), group.value, group.before]),
  ]
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
