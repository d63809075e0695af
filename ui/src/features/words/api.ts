import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { ApiError } from '@/lib/api/errors'

export type Words = Answer<'GET', '/_internal/moderation/words'>
export type WordChange = Words['changes'][number]

export const wordsQuery = queryOptions({
  queryKey: ['words'] as const,
  queryFn: ({ signal }) => get('/_internal/moderation/words', { signal }),
})

/** Puts another list in place of a version. After a conflict the newest list is read; what was typed stays. */
export function useChangeWords() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: wordsQuery.queryKey })
  return useMutation({
    mutationFn: ({ words, note, version, key }: { words: string[]; note: string; version: number; key: string }) =>
      send('PUT', '/_internal/moderation/words', { body: { words, note, version }, idempotencyKey: key }),
    onSuccess: again,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void again()
    },
  })
}

export function useCheckWords() {
  return useMutation({ mutationFn: (text: string) => send('POST', '/_internal/moderation/words/check', { body: { text } }) })
}
