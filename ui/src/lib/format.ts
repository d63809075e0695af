import { now as shownTime } from '@/lib/clock'

const HUNDRED_MILLION = 100_000_000
const TEN_THOUSAND = 10_000
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const dateFormat = new Intl.DateTimeFormat('zh-Hans', { year: 'numeric', month: '2-digit', day: '2-digit' })
const timeFormat = new Intl.DateTimeFormat('zh-Hans', { dateStyle: 'long', timeStyle: 'short' })

/** A full count, with commas. */
export function formatExact(count: number): string {
  return exact.format(Math.round(count))
}

/** A short count: 亿 with two decimals, 万 with one, otherwise commas. */
export function formatCount(count: number): string {
  if (count >= HUNDRED_MILLION) return `${(count / HUNDRED_MILLION).toFixed(2)} 亿`
  if (count >= TEN_THOUSAND) return `${(count / TEN_THOUSAND).toFixed(1)} 万`
  return formatExact(count)
}

/** A size in base 1024 with two decimals. */
export function formatBytes(bytes: number): string {
  const units = ['字节', 'KiB', 'MiB', 'GiB'] as const
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return unit === 0 ? `${formatExact(value)} 字节` : `${value.toFixed(2)} ${units[unit] ?? ''}`
}

/** 2025/10/31 as 2025-10-31, in the reader's time zone. */
export function formatDate(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : dateFormat.format(date).replaceAll('/', '-')
}

/** Date and minute, for titles of relative times. */
export function formatDateTime(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : timeFormat.format(date)
}

type Step = readonly [limit: number, seconds: number, unit: string, last?: string, beforeLast?: string]

// Engines differ in these words, and a page that the server drew must be taken over as it stands.
const steps: readonly Step[] = [
  [3_600, 60, '分钟'],
  [86_400, 3_600, '小时'],
  [7 * 86_400, 86_400, '天', '昨天', '前天'],
  [30 * 86_400, 7 * 86_400, '周', '上周'],
  [365 * 86_400, 30 * 86_400, '个月', '上个月'],
  [Infinity, 365 * 86_400, '年', '去年'],
]

/** 刚刚, 3 小时前, 昨天, 2 周前 …; the present time is a parameter for tests. */
export function formatRelative(time: string, now: number = shownTime()): string {
  const then = new Date(time).getTime()
  if (Number.isNaN(then)) return ''
  const seconds = (now - then) / 1000
  if (seconds < 60) return '刚刚'
  const [, size, unit, ...named] = steps.find(([limit]) => seconds < limit) as Step
  const count = Math.floor(seconds / size)
  return named[count - 1] ?? `${count} ${unit}前`
}

const FRESH_MS = 3_600_000

/** Whether a time is within the last hour. */
export function isFresh(time: string, now: number = shownTime()): boolean {
  const age = now - new Date(time).getTime()
  return age >= 0 && age < FRESH_MS
}

/**
 * Whether nothing is known of a time, not even from the game versions: then an import writes a day of the game's first
 * year.
 */
export const isUnknownTime = (time: string, estimated: boolean): boolean => estimated && time.startsWith('2011-11-18T00:00:00Z')
