import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { projectQueries } from '@/lib/project-queries'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import type { ProjectPage, ProjectStatus, UrlType } from '@/lib/api/types'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { toast } from '@/stores/toasts'
import { reasonOf, statusAfter, type Decision } from './model/decision'

/** Entries are oldest first. */
export type History = Answer<'GET', '/_internal/project/{id}/history'>
export type HistoryEntry = History['entries'][number]
export type QueuePage = Answer<'GET', '/_internal/moderation/projects'>
export type QueueEntry = QueuePage['projects'][number]

/** How often an open page looks by itself. What others do is told at once (lib/live). */
export const POLL_MS = 60_000
const undecided: readonly ProjectStatus[] = ['processing', 'rejected', 'withheld']

/** Everything about reviews lies under `['review']`. */
export const reviewQueries = {
  all: () => ['review'] as const,
  history: (project: Pick<ProjectPage, 'id' | 'status'>) =>
    queryOptions({
      queryKey: [...reviewQueries.all(), 'history', project.id] as const,
      queryFn: ({ signal }) => get('/_internal/project/{id}/history', { signal, params: { id: project.id } }),
      // A page that loaded it ahead does not ask again as its parts appear.
      staleTime: 2_000,
      refetchOnWindowFocus: 'always',
      refetchInterval: undecided.includes(project.status) ? POLL_MS : false,
    }),
  queue: (options: { type?: UrlType | undefined; offset: number; limit: number }) =>
    queryOptions({
      queryKey: [...reviewQueries.all(), 'queue', options] as const,
      queryFn: ({ signal }) => get('/_internal/moderation/projects', { signal, query: options }),
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      placeholderData: keepPreviousData,
    }),
  /** The whole line, as far as the server lists it at once: for finding who is next. */
  line: () => reviewQueries.queue({ offset: 0, limit: 100 }),
}

const meta = { touches: ['projects'] } as const

/** Shows a new status at once where the project is open; what else may show it is asked for again. */
function showStatus(client: QueryClient, id: string, status: ProjectStatus): void {
  client.setQueryData(projectQueries.detail(id).queryKey, (page) => page && { ...page, status })
}

/** Puts a project into the queue. The screen shows a refusal beside the button. */
export function useSubmit(project: Pick<ProjectPage, 'id'>) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: () => send('PATCH', '/v2/project/{id}', { params: { id: project.id }, body: { status: 'processing' } }),
    onSuccess: () => {
      // Said here, as the button is gone as soon as the page is new.
      toast(t.submitted, t.submittedText)
      showStatus(client, project.id, 'processing')
    },
    onError: () => undefined,
  })
}

/** Decides about a project. A conflict brings the newest state onto the screen. */
export function useDecide(project: Pick<ProjectPage, 'id' | 'requested_status'>) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: ({ decision, message, code }: { decision: Decision; message: string; code: string }) => {
      const text = message.trim()
      return send('PATCH', '/v2/project/{id}', {
        params: { id: project.id },
        body: {
          status: statusAfter(decision, project.requested_status),
          reason: reasonOf(decision, code, text),
          ...(text ? { moderation_message: text } : {}),
        },
      })
    },
    onSuccess: (_answer, { decision }) => showStatus(client, project.id, statusAfter(decision, project.requested_status)),
    onError: () => undefined,
  })
}
