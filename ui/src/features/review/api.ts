import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { projectQueries } from '@/lib/project-queries'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Answer } from '@/lib/api/operations'
import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { unreviewedStatuses } from '@/lib/statuses.gen'
import { toast } from '@/stores/toasts'
import { hasPassed, reasonOf, statusAfter, type Decision } from './model/decision'
import type { QueueAsked } from './model/queue-search'
import { decidedBy } from './model/standing'

/** Entries are oldest first. */
export type History = Answer<'GET', '/_internal/project/{id}/history'>
export type HistoryEntry = History['entries'][number]
export type QueuePage = Answer<'GET', '/_internal/moderation/projects'>
export type QueueEntry = QueuePage['projects'][number]

/** Polling interval of an open page; changes of others arrive at once (lib/live). */
export const POLL_MS = 60_000
const undecided: readonly ProjectStatus[] = unreviewedStatuses.filter((one) => one !== 'draft')

/** All queries of reviews share the key `['review']`. */
export const reviewQueries = {
  all: () => ['review'] as const,
  history: (project: Pick<ProjectPage, 'id' | 'status'>) =>
    queryOptions({
      queryKey: [...reviewQueries.all(), 'history', project.id] as const,
      queryFn: ({ signal }) => get('/_internal/project/{id}/history', { signal, params: { id: project.id } }),
      // Parts that mount after the prefetch do not request it again.
      staleTime: 2_000,
      refetchOnWindowFocus: 'always',
      refetchInterval: undecided.includes(project.status) ? POLL_MS : false,
    }),
  queue: (options: QueueAsked) =>
    queryOptions({
      queryKey: [...reviewQueries.all(), 'queue', options] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/projects', { signal, query: options }),
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      placeholderData: keepPreviousData,
    }),
  /** The projects that the viewer may decide on now, over all pages of the queue. */
  free: (filters: Omit<QueueAsked, 'count' | 'offset'>) =>
    queryOptions({
      queryKey: [...reviewQueries.all(), 'queue', 'free', filters] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/projects/ids', { signal, query: { ...filters, free: true } }),
      staleTime: 0,
    }),
  effects: () =>
    queryOptions({
      queryKey: [...reviewQueries.all(), 'effects'] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/effects', { signal }),
      staleTime: 10_000,
    }),
  /** The letters that could not be sent. */
  letters: () =>
    queryOptions({
      queryKey: [...reviewQueries.all(), 'letters'] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/letters', { signal }),
      staleTime: 10_000,
    }),
  /** The queue as far as one answer lists it, to find the next project. */
  line: () => reviewQueries.queue({ count: 100 }),
}

const meta = { touches: ['projects'] } as const

/** Writes a new status to the cached project and invalidates the other queries that contain it. */
function showStatus(client: QueryClient, id: string, status: ProjectStatus): void {
  client.setQueryData(projectQueries.detail(id).queryKey, (page) => page && { ...page, status })
}

/** Submits a project. The screen shows a rejection beside the button. */
export function useSubmit(project: Pick<ProjectPage, 'id'>) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: () => send('PATCH', '/v2/project/{id}', { params: { id: project.id }, body: { status: 'processing' } }),
    onSuccess: () => {
      // Reported here, because the button unmounts when the page is updated.
      toast(t.submitted, t.submittedText)
      showStatus(client, project.id, 'processing')
    },
    onError: () => undefined,
  })
}

/** A decision; an approval may have the time of the release. */
type Decided = {
  decision: Decision
  message: string
  code: string
  options: readonly string[]
  templates: readonly string[]
  /** The round that it is about, 0 where none waits: the server refuses a second decision on one. */
  round: number
  time?: string | undefined
}

/**
 * Decides on a project. After a conflict the screen shows the current state; a conflict with the same decision by the same
 * account is that decision, whose answer was lost or which was pressed twice.
 */
export function useDecide(project: Pick<ProjectPage, 'id' | 'status' | 'requested_status'>, me: string | undefined) {
  const client = useQueryClient()
  const request = ({ decision, message, code, options, templates, round, time }: Decided) => {
    const text = message.trim()
    const said = {
      ...(text ? { moderation_message: text } : {}),
      ...(options.length > 0 ? { moderation_options: [...options] } : {}),
      ...(text && templates.length > 0 ? { moderation_templates: [...templates] } : {}),
      ...(round > 0 ? { moderation_round: round } : {}),
    }
    const status = statusAfter(decision, project.requested_status)
    if (time !== undefined && hasPassed(status)) {
      return send('POST', '/v2/project/{id}/schedule', {
        params: { id: project.id },
        body: {
          time,
          requested_status: status,
          reason: reasonOf(decision, code, text),
          ...said,
        },
      })
    }
    return send('PATCH', '/v2/project/{id}', {
      params: { id: project.id },
      body: {
        status,
        reason: reasonOf(decision, code, text),
        ...said,
      },
    })
  }
  return useMutation({
    meta,
    mutationFn: async (decided: Decided) => {
      try {
        return await request(decided)
      } catch (error) {
        if (!ApiError.is(error, 409) || decided.round === 0) throw error
        const { entries } = await client.fetchQuery({ ...reviewQueries.history(project), staleTime: 0 })
        if (!decidedBy(me, decided.decision, decided.round, decided.message, entries)) throw error
        return undefined
      }
    },
    onSuccess: (_answer, { decision, time }) =>
      showStatus(client, project.id, time === undefined ? statusAfter(decision, project.requested_status) : 'scheduled'),
    onError: () => undefined,
  })
}
