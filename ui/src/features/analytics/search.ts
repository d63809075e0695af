export const ranges = [7, 30, 90, 365] as const
export type Range = (typeof ranges)[number]
export const dimensions = ['project', 'version', 'client', 'loader', 'game'] as const
export type Dimension = (typeof dimensions)[number]

/** The parameters of the address as they are given. The page reads them, so that the first script does not. */
export type GivenSearch = { days?: unknown; from?: unknown; to?: unknown; by?: unknown }

/** The range is the last days, or from one day to another. */
export type AnalyticsSearch = {
  days?: Range | undefined
  from?: string | undefined
  to?: string | undefined
  by?: Dimension | undefined
}

const dayIn = (value: unknown): string | undefined => /^\d{4}-\d\d-\d\d$/.exec(String(value))?.[0]

/** The parameters of the address; unknown values are dropped. */
export const parseAnalyticsSearch = ({ days, from, to, by }: GivenSearch): AnalyticsSearch => ({
  days: ranges.find((one) => one === Number(days)),
  from: dayIn(from),
  to: dayIn(to),
  by: dimensions.find((one) => one === by),
})
