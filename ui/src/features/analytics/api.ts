import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { plusDays, today } from '@/lib/calendar'
import type { AnalyticsSearch, Dimension } from './search'

export type Downloads = Answer<'GET', '/_internal/analytics/downloads'>
export type Group = Downloads['groups'][number]

/** The last day is today, in the viewer's zone; counts come once a minute. */
const FRESH_MS = 60_000

/** A project or an organization; undefined: all projects whose analytics the viewer may see. */
export type Subject = { project: string } | { organization: string } | undefined

/** What the downloads of a subject are divided by where nothing is chosen. */
export const dimensionOf = (subject: Subject): Dimension => (subject && 'project' in subject ? 'version' : 'project')

/** The downloads of a subject. */
export function downloadsQuery(subject: Subject, { days = 30, from, to, by }: AnalyticsSearch) {
  return queryOptions({
    queryKey: ['analytics', 'downloads', subject ?? 'own', days, from, to, by ?? dimensionOf(subject)] as const,
    queryFn: ({ signal }) => {
      const end = to ?? today(Date.now())
      return get('/_internal/analytics/downloads', {
        signal,
        query: {
          ...(subject && 'project' in subject ? { project_ids: [subject.project] } : subject),
          from: from ?? plusDays(end, 1 - days),
          to: end,
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          by: by ?? dimensionOf(subject),
        },
      })
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}
