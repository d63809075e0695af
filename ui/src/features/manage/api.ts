import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Project, UrlType } from '@/lib/api/types'

export type NewProject = { title: string; slug: string; description: string; project_type: UrlType }

/** Whether a slug is taken; the answer is kept for a moment only. */
export const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ['slug', slug] as const,
    queryFn: async ({ signal }): Promise<'free' | 'taken'> => {
      try {
        await get(`/v2/project/${encodeURIComponent(slug)}/check`, { signal })
        return 'taken'
      } catch (error) {
        if (ApiError.is(error, 404)) return 'free'
        throw error
      }
    },
    staleTime: 5_000,
    retry: false,
  })

/** Creates a draft. */
export function useCreateProject() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ project, key }: { project: NewProject; key: string }) => {
      const form = new FormData()
      const data = { ...project, body: '', categories: [], client_side: 'unknown', server_side: 'unknown', license_id: 'LicenseRef-Unknown', initial_versions: [], is_draft: true }
      form.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }))
      return send<Project>('POST', '/v2/project', { body: form, idempotencyKey: key })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['user'] }),
    onError: () => undefined, // the form shows it
  })
}
