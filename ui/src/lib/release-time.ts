const DAY_MS = 86_400_000
/** The server's limit. */
const MAX_AHEAD_MS = 366 * DAY_MS

const two = (number: number): string => String(number).padStart(2, '0')

/** A moment as the value of a datetime-local field: minutes of the viewer's zone. */
export function localTime(moment: number): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  const year = String(at.getFullYear()).padStart(4, '0')
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The moment of a datetime-local field; not a number while it is empty or incomplete. */
export function momentOf(local: string): number {
  return /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local) ? new Date(local).getTime() : Number.NaN
}

/** What is wrong with a planned time; undefined where nothing is. */
export function timeProblem(local: string, now: number): 'none' | 'past' | 'far' | undefined {
  const moment = momentOf(local)
  if (Number.isNaN(moment)) return 'none'
  if (moment <= now) return 'past'
  return moment - now > MAX_AHEAD_MS ? 'far' : undefined
}

/** The first and the last minute that a field offers. */
export function timeRange(now: number): { min: string; max: string } {
  return { min: localTime(now + 60_000), max: localTime(now + MAX_AHEAD_MS) }
}

/** The name of the viewer's time zone. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
