const DAY_MS = 86_400_000

type Counted = { day: string; requests: number }

/** The last days up to a moment, the oldest first, with zero where nothing was counted. Days are those of UTC, as the server counts. */
export function lastDays(counted: readonly Counted[], days: number, now: number): Counted[] {
  const known = new Map(counted.map(({ day, requests }) => [day, requests]))
  return Array.from({ length: days }, (_, at) => {
    const day = new Date(now - (days - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return { day, requests: known.get(day) ?? 0 }
  })
}
