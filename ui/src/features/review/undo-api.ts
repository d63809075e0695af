import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { POLL_MS, reviewQueries, type History } from './api'

/** The newest decision about a project, while it can be undone. */
export type Undo = NonNullable<History['undo']>
export type Proposal = Answer<'GET', '/_internal/moderation/undo'>['proposals'][number]

/** The live topic of proposals, for the staff. */
export const undoTopics = ['undo']

/** The open proposals of all projects. */
export const proposalsQuery = () =>
  queryOptions({
    queryKey: [...reviewQueries.all(), 'undo'] as const,
    queryFn: ({ signal }) => get('/_internal/moderation/undo', { signal }),
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  })

const meta = { touches: ['projects', 'queue', 'undo'] } as const

/** Every reason of the area is a correction, in the moderator's words. */
const because = (text: string) => ({ code: 'correction', text }) as const

/** Undoes one's own decision, or proposes to undo another moderator's. */
export function useUndo(project: string) {
  return useMutation({
    meta,
    mutationFn: ({ decision, reason }: { decision: string; reason: string }) =>
      send('POST', '/_internal/moderation/project/{id}/undo', { params: { id: project }, body: { decision, reason: because(reason) } }),
    onError: () => undefined,
  })
}

export function useConfirm(project: string) {
  return useMutation({
    meta,
    mutationFn: (proposal: string) =>
      send('POST', '/_internal/moderation/project/{id}/undo/{proposal}/confirm', { params: { id: project, proposal } }),
    onError: () => undefined,
  })
}

export function useDecline(project: string) {
  return useMutation({
    meta,
    mutationFn: ({ proposal, reason }: { proposal: string; reason: string }) =>
      send('POST', '/_internal/moderation/project/{id}/undo/{proposal}/decline', {
        params: { id: project, proposal },
        body: { reason: because(reason) },
      }),
    onError: () => undefined,
  })
}
