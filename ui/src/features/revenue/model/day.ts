const DAY_MS = 24 * 3_600_000
/** Hits are counted for an hour after the day. */
const COUNTED_MS = 3_600_000

/** Whether a day of UTC, as `YYYY-MM-DD`, can be shared: it is over and its hits are counted. */
export const isOver = (day: string, now: number = Date.now()): boolean => now >= Date.parse(`${day}T00:00:00Z`) + DAY_MS + COUNTED_MS
