import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { chosenOf, toStored, type Progress } from './model/checklist'

export type Template = Answer<'GET', '/_internal/moderation/templates'>[number]

/** The checklist of a project with the own progress. It is read again each time the panel opens. */
export const checklistQuery = (id: string) =>
  queryOptions({
    queryKey: ['checklist', id] as const,
    queryFn: ({ signal }) => get('/_internal/moderation/project/{id}/checklist', { signal, params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Makes the message from the chosen options, for a decision if it is given. */
export function useGenerate(id: string) {
  return useMutation({
    mutationFn: ({ progress, verdict }: { progress: Progress; verdict?: 'reject' | 'withhold' | undefined }) =>
      send('POST', '/_internal/moderation/project/{id}/message', {
        params: { id },
        body: { chosen: chosenOf(progress), ...(verdict ? { verdict } : {}) },
      }),
    onError: () => undefined,
  })
}

/** Saves the progress; `ended` after a decision, so that it is there again only if the decision is undone. */
export const saveProgress = (id: string, progress: Progress, ended = false) =>
  send('PUT', '/_internal/moderation/project/{id}/progress', {
    params: { id },
    body: { ...toStored(progress), ...(ended ? { ended } : {}) },
  })

export const clearProgress = (id: string) => send('DELETE', '/_internal/moderation/project/{id}/progress', { params: { id } })

export const templatesQuery = () =>
  queryOptions({
    queryKey: ['review', 'templates'] as const,
    queryFn: ({ signal }) => get('/_internal/moderation/templates', { signal }),
  })

export function useChangeTemplate(template: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ text, version, key }: { text: string; version: number; key: string }) =>
      send('PUT', '/_internal/moderation/templates/{template}', { params: { template }, body: { text, version }, idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: templatesQuery().queryKey }),
    onError: () => undefined,
  })
}
