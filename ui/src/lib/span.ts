import { reviewText } from '@/lib/i18n/zh-Hans/review'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds from one moment to another; never below zero, as clocks differ. */
export function secondsSince(time: string, now: number): number {
  const seconds = (now - new Date(time).getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}

/** 2 天 4 小时, 23 小时 42 分, 5 分钟. */
export function formatSpan(seconds: number): string {
  const { span } = reviewText
  if (seconds < MINUTE) return span.moment
  if (seconds < HOUR) return span.minutes(Math.floor(seconds / MINUTE))
  if (seconds < DAY) return span.hours(Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE))
  return span.days(Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR))
}

const two = (value: number) => String(value).padStart(2, '0')

/** 今天 09:46, 11-20 20:10, and with the year where it is another. */
export function momentOf(time: string, now: number): string {
  const at = new Date(time)
  const today = new Date(now)
  if (Number.isNaN(at.getTime())) return ''
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (at.toDateString() === today.toDateString()) return `${reviewText.today} ${clock}`
  const day = `${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return at.getFullYear() === today.getFullYear() ? `${day} ${clock}` : `${at.getFullYear()}-${day}`
}
