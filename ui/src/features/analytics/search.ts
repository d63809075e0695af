import { dayIn } from '@/lib/calendar'

export const ranges = [1, 7, 30, 90, 365] as const
export type Range = (typeof ranges)[number]
export const metrics = ['downloads', 'views', 'playtime', 'followers'] as const
export type Metric = (typeof metrics)[number]
export const dimensions = ['project', 'version', 'client', 'loader', 'game', 'country'] as const
export type Dimension = (typeof dimensions)[number]

/** The parameters of the address as they are given. The page reads them, so that the first script does not. */
export type GivenSearch = { metric?: unknown; days?: unknown; from?: unknown; to?: unknown; by?: unknown; slice?: unknown; of?: unknown }

/** The range is the last days, or from one day to another. Without a metric it is downloads, `of: 'site'` is the whole site. */
export type AnalyticsSearch = {
  metric?: Exclude<Metric, 'downloads'> | undefined
  days?: Range | undefined
  from?: string | undefined
  to?: string | undefined
  by?: Dimension | undefined
  slice?: 'hour' | undefined
  of?: 'site' | undefined
}

/** The parameters of the address; unknown values are dropped. */
export const parseAnalyticsSearch = ({ metric, days, from, to, by, slice, of }: GivenSearch): AnalyticsSearch => {
  const known = metrics.find((one) => one === metric)
  return {
    metric: known === 'downloads' ? undefined : known,
    days: ranges.find((one) => one === Number(days)),
    from: dayIn(String(from)),
    to: dayIn(String(to)),
    by: dimensions.find((one) => one === by),
    slice: slice === 'hour' ? slice : undefined,
    of: of === 'site' ? of : undefined,
  }
}
