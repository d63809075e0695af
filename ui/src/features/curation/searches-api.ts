import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'

export type Standing = Answer<'GET', '/_internal/moderation/searches'>

/** What is popular, and what the staff has struck. */
export const standingQuery = () =>
  queryOptions({
    queryKey: ['curated', 'searches'] as const,
    queryFn: ({ signal }) => get('/_internal/moderation/searches', { signal }),
  })

/** Strikes a term, or allows it again; the reason is asked for. */
export function useJudgeTerm(strike: boolean) {
  return useMutation({
    meta: { touches: ['curated'] },
    mutationFn: (term: string) =>
      send('POST', strike ? '/_internal/moderation/searches/strike' : '/_internal/moderation/searches/allow', {
        body: { term },
        asStaff: true,
      }),
  })
}
