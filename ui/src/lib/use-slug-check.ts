import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { get } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import { slugProblem } from '@/lib/slug'

const CHECK_AFTER_MS = 300

/** The kinds of items with slugs; each kind has its own name space. */
export type SlugKind = 'project' | 'organization'

const checks = { project: '/v2/project/{id}/check', organization: '/v3/organization/{id}/check' } as const satisfies Record<
  SlugKind,
  string
>

/** Whether a slug is taken; the answer is cached only for a moment. */
const slugQuery = (slug: string, kind: SlugKind = 'project') =>
  queryOptions({
    queryKey: ['slug', kind, slug] as const,
    queryFn: async ({ signal }): Promise<'free' | 'taken'> => {
      try {
        await get(checks[kind], { signal, params: { id: slug } })
        return 'taken'
      } catch (error) {
        if (ApiError.is(error, 404)) return 'free'
        throw error
      }
    },
    staleTime: 5_000,
    retry: false,
  })

/** Checks a slug when typing pauses. */
export function useSlugCheck(slug: string, kind: SlugKind = 'project'): { taken: boolean; free: boolean; busy: boolean } {
  const [settled, setSettled] = useState(slug)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(slug), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [slug])
  const sound = slugProblem(settled) === undefined
  const answer = useQuery({ ...slugQuery(settled, kind), enabled: sound })
  const current = sound && settled === slug
  return {
    taken: current && answer.data === 'taken',
    free: current && answer.data === 'free',
    busy: sound && (settled !== slug || answer.isFetching),
  }
}
