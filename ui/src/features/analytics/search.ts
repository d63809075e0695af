export const ranges = [7, 30, 90, 365] as const
export type Range = (typeof ranges)[number]
export const dimensions = ['project', 'version', 'client', 'loader', 'game'] as const
export type Dimension = (typeof dimensions)[number]

/** The range is the last days, or from one day to another. */
export type AnalyticsSearch = { days?: Range; from?: string; to?: string; by?: Dimension }

const MAX_DAYS = 400
const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** The parameters of the address; unknown values are dropped, and so is a range that is none. */
export function parseAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const days = ranges.find((one) => one === Number(search.days))
  const by = dimensions.find((one) => one === search.by)
  const from = dayIn(search.from)
  const to = dayIn(search.to)
  const span = from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 : -1
  return {
    ...(span >= 0 && span < MAX_DAYS && from && to ? { from, to } : days && days !== 30 ? { days } : {}),
    ...(by && by !== 'project' ? { by } : {}),
  }
}
