import { backupHours } from '@/lib/limits.gen'

/** The hours that were typed; undefined where they are no interval. */
export function hoursOf(text: string): number | undefined {
  const trimmed = text.trim()
  const hours = Number(trimmed)
  return /^\d{1,3}$/.test(trimmed) && hours >= 1 && hours <= backupHours ? hours : undefined
}
