import { queryOptions, useMutation, keepPreviousData } from '@tanstack/react-query'
import { reading, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import type { Reason } from '@/lib/api/reason'
import { tellError } from '@/lib/tell-error'

/** Where a person may not write: in a section of the forum, by its name, or on the board of a project, by its id. */
export type BarPlace = { kind: 'section' | 'board'; id: string }

export type Bars = Answer<'GET', '/v3/project/{id}/bars'>
export type Barred = Bars['bars'][number]

export const PAGE_SIZE = 20

/** All queries of a place share the key `['bars', kind, id]`. */
export const barQueries = {
  of: ({ kind, id }: BarPlace, page: number) => {
    const query = { page, page_size: PAGE_SIZE }
    return queryOptions({
      queryKey: ['bars', kind, id, page] as const,
      ...(kind === 'section'
        ? reading('/v3/forum/sections/{id}/bars', { params: { id }, query })
        : reading('/v3/project/{id}/bars', { params: { id }, query })),
      placeholderData: keepPreviousData,
    })
  },
}

export function useBar({ kind, id }: BarPlace, account: string) {
  return useMutation({
    meta: { touches: ['bars'] },
    mutationFn: ({ days, reason }: { days: number; reason: Reason }) => {
      const options = { params: { id, account }, body: { days, reason } }
      return kind === 'section'
        ? send('PUT', '/v3/forum/sections/{id}/bars/{account}', options)
        : send('PUT', '/v3/project/{id}/bars/{account}', options)
    },
    onError: () => undefined, // the form says it
  })
}

export function useLift({ kind, id }: BarPlace) {
  return useMutation({
    meta: { touches: ['bars'] },
    mutationFn: (account: string) => {
      const options = { params: { id, account } }
      return kind === 'section'
        ? send('DELETE', '/v3/forum/sections/{id}/bars/{account}', options)
        : send('DELETE', '/v3/project/{id}/bars/{account}', options)
    },
    onError: tellError,
  })
}
