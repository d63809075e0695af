import { statusText as t } from '@/lib/i18n/zh-Hans/status'

/** From this delay on, in seconds, readers are told that they see an old state. */
export const LATE_SECONDS = 30

/** How long ago, exact to the second: what is synced is a few seconds old. */
export function ageOf(seconds: number): string {
  if (seconds < 60) return t.seconds(Math.max(0, Math.round(seconds)))
  if (seconds < 3600) return t.minutes(Math.floor(seconds / 60))
  return t.hours(Math.floor(seconds / 3600))
}

/** A duration in its two largest units. */
export function lengthOf(seconds: number): string {
  if (seconds < 60) return t.forSeconds(Math.max(1, Math.round(seconds)))
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t.forMinutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return t.forHours(hours, minutes % 60)
  return t.forDays(Math.floor(hours / 24), hours % 24)
}

/** A share of 0 to 1 in percent. What was not always up is never shown as 100 %. */
export function percent(share: number): string {
  if (share === 1) return '100%'
  return `${Math.min(99.99, Math.floor(share * 10_000) / 100).toFixed(2)}%`
}

/** Seconds between two ISO times. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}
