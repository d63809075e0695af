const WEEK = 7

/** The heights of the blocks of days, at most `most`; a day without any keeps a line of 1. */
export function heightsOf(days: readonly number[], most: number): number[] {
  const highest = Math.max(...days)
  return days.map((count) => (highest > 0 ? Math.max(1, Math.round((count / highest) * most)) : 1))
}

/** By how many percent the sum of the last seven days is above that of the seven before. Undefined where that is 0 or unknown. */
export function deltaOf(days: readonly number[] | undefined): number | undefined {
  if (!days || days.length < 2 * WEEK) return undefined
  const sum = (part: readonly number[]) => part.reduce((all, count) => all + count, 0)
  const before = sum(days.slice(-2 * WEEK, -WEEK))
  return before > 0 ? (sum(days.slice(-WEEK)) / before - 1) * 100 : undefined
}
