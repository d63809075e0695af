const HOUR = 3_600_000
const started = Date.now()

/** A time some hours before the tests began. */
export function ago(hours: number): string {
  return new Date(started - hours * HOUR).toISOString()
}
