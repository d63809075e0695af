import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'

export type PackFiles = Answer<'GET', '/_internal/moderation/project/{id}'>
export type PackFile = PackFiles['files'][number]

export type Judgements = BodyOf<'POST', '/_internal/moderation/project'>

const ASK_AGAIN_MS = 2_000

/** The files of a modpack with what is known about each. It is asked again while packs are still being read. */
export const packFilesQuery = (project: string) =>
  queryOptions({
    queryKey: ['review', 'pack-files', project] as const,
    queryFn: ({ signal }) => get('/_internal/moderation/project/{id}', { signal, params: { id: project } }),
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.packs.some(({ pending }) => pending) ? ASK_AGAIN_MS : false),
  })

/** Judges files; the list is read again, also after a conflict. */
export function useJudge(project: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Judgements) => send('POST', '/_internal/moderation/project', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: packFilesQuery(project).queryKey }),
    onError: () => undefined,
  })
}
