import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { plusDays, today } from '@/lib/calendar'
import { dimensions, type AnalyticsSearch, type Dimension, type Metric } from './search'

export type Overview = Answer<'GET', '/_internal/analytics'>
export type Group = Overview['groups'][number]

/** The last day is today, in the viewer's zone; counts come once a minute. */
const FRESH_MS = 60_000
/** The server has the hours of this many days. */
const MAX_HOURLY_DAYS = 14
const DAY_MS = 86_400_000

/** A project or an organization; undefined: all projects whose analytics the viewer may see. */
export type Subject = { project: string } | { organization: string } | undefined

/** By what a metric of a subject can be divided; the first is that where nothing is chosen. */
export function dimensionsOf(subject: Subject, metric: Metric, site: boolean): Dimension[] {
  const single = subject !== undefined && 'project' in subject
  const kept = dimensions.filter((one) => {
    if (single && one === 'project') return false
    if (site && one === 'version') return false
    if (metric === 'followers') return one === 'project'
    return metric !== 'views' || !['version', 'loader', 'game'].includes(one)
  })
  return single && kept.length === 0 ? ['project'] : kept
}

/** What is asked for, with what the address leaves out. */
export function requestOf(subject: Subject, search: AnalyticsSearch) {
  const metric: Metric = search.metric ?? 'downloads'
  const site = search.of === 'site' && subject === undefined
  const days = search.days ?? 30
  const to = search.to ?? today(Date.now())
  const from = search.from ?? plusDays(to, 1 - days)
  const possible = dimensionsOf(subject, metric, site)
  const hourly = Date.parse(to) - Date.parse(from) < MAX_HOURLY_DAYS * DAY_MS && metric !== 'followers'
  const slice: 'hour' | 'day' = hourly && (search.slice === 'hour' || from === to) ? 'hour' : 'day'
  return { metric, site, from, to, hourly, slice, possible, by: possible.find((one) => one === search.by) ?? possible[0] ?? 'project' }
}

/** A metric of a subject over time. */
export function overviewQuery(subject: Subject, search: AnalyticsSearch) {
  const { metric, site, from, to, slice, by } = requestOf(subject, search)
  return queryOptions({
    queryKey: ['analytics', subject ?? (site ? 'site' : 'own'), metric, from, to, slice, by] as const,
    queryFn: ({ signal }) =>
      get('/_internal/analytics', {
        signal,
        query: {
          ...(subject && 'project' in subject ? { project_ids: [subject.project] } : subject),
          ...(site ? { of: 'site' as const } : {}),
          metric,
          from,
          to,
          slice,
          by,
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}
