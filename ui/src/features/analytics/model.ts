import type { ChartRow } from '@/components/ui/chart'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import { loaderName } from '@/lib/loaders'
import type { Downloads, Group } from './api'
import type { Dimension } from './search'

/** Days beyond this stand together in weeks: a column stays wide enough to be seen and pointed at. */
const MOST_COLUMNS = 92
const WEEK = 7

const short = (date: string) => t.shortDay(Number(date.slice(5, 7)), Number(date.slice(8)))

/** The columns of the chart: days, or weeks of a long range. */
export function columnsOf({ days, releases }: Pick<Downloads, 'days' | 'releases'>): ChartRow[] {
  const size = days.length > MOST_COLUMNS ? WEEK : 1
  const rows: ChartRow[] = []
  for (let at = 0; at < days.length; at += size) {
    const part = days.slice(at, at + size)
    const [first] = part
    const last = part[part.length - 1]
    if (!first || !last) continue
    const released = releases.filter(({ date }) => date >= first.date && date <= last.date).map(({ number }) => number)
    const label = size === 1 ? first.date : t.week(first.date, last.date)
    rows.push({
      label: released.length > 0 ? t.released(label, released.slice(0, 3).join('、')) : label,
      short: rows.length % Math.ceil(days.length / size / 8) === 0 ? short(first.date) : '',
      values: [part.reduce((sum, one) => sum + one.downloads, 0), part.reduce((sum, one) => sum + one.before, 0)],
    })
  }
  return rows
}

/** The change against the time before, as a share; undefined where there was nothing. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / before
}

const clients: Record<string, string> = t.clients

/** The name of a group. */
export function groupName({ key, name }: Group, by: Dimension): string {
  if (by === 'client') {
    const [client = '', family] = key.split(' ')
    return family ? t.family(family) : (clients[client] ?? t.unknown)
  }
  if (by === 'loader' && key) return loaderName(key)
  return name || t.unknown
}

/** A text of a spreadsheet: a comma or a quote is quoted, and no cell is a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The days and the groups as comma-separated values, with the mark by which spreadsheets know UTF-8. */
export function csvOf({ days, groups }: Pick<Downloads, 'days' | 'groups'>, by: Dimension): string {
  const lines: (string | number)[][] = [
    [t.column.day, t.column.downloads, t.column.before],
    ...days.map((day) => [day.date, day.downloads, day.before]),
    [],
    [t.dimensions[by], t.column.downloads, t.column.before],
    ...groups.map((group) => [groupName(group, by), group.downloads, group.before]),
  ]
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
