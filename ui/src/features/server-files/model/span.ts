import { now as shownTime } from '@/lib/clock'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'

const t = serverFilesText.trash
const MINUTE_MS = 60_000

/** How long it is until a time, in whole hours, or minutes below one. */
export function leftUntil(until: string, now: number = shownTime()): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - now) / MINUTE_MS))
  return minutes < 60 ? t.minutes(minutes) : t.hours(Math.floor(minutes / 60))
}
