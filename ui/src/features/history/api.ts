import { queryOptions } from '@tanstack/react-query'
import { get, reading } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { projectQueries } from '@/lib/project-queries'

/** Oldest first. */
export type Steps = Answer<'GET', '/_internal/project/{id}/steps'>
export type Step = Steps['steps'][number]
export type Then = Answer<'GET', '/_internal/project/{id}/as_of/{position}'>
export type Changes = Answer<'GET', '/_internal/project/{id}/changes'>
export type FieldChange = Changes['fields'][number]
export type PictureChange = Changes['pictures'][number]
export type VersionChange = Changes['versions'][number]
export type FileChange = VersionChange['files'][number]

/** Positions of the two moments; without one: the last submission, and now. */
export type Between = { from?: number; to?: number }

/** All are below the key of their project, so that a change of the project refetches what is shown. */
export const historyQueries = {
  steps: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.one(id), 'steps'] as const,
      ...reading('/_internal/project/{id}/steps', { params: { id } }),
      staleTime: 10_000,
    }),
  /** The past does not change: it is read again only for texts that were erased since. */
  then: (id: string, position: number) =>
    queryOptions({
      queryKey: ['past', id, position] as const,
      ...reading('/_internal/project/{id}/as_of/{position}', { params: { id, position } }),
      staleTime: 5 * 60_000,
      // Parts of the page read it too: none of them asks again for what is not there.
      retryOnMount: false,
    }),
  changes: (id: string, between: Between) =>
    queryOptions({
      queryKey: between.to === undefined ? ([...projectQueries.one(id), 'changes', between] as const) : (['past', id, between] as const),
      queryFn: ({ signal }) => get('/_internal/project/{id}/changes', { signal, params: { id }, query: between }),
      staleTime: 10_000,
    }),
}
