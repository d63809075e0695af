import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import { projectQueries } from '@/lib/project-queries'

/** What changed from one version of a project to another, by id. */
export function betweenQuery(id: string, from: string, to: string) {
  return queryOptions({
    queryKey: [...projectQueries.one(id), 'between', from, to] as const,
    ...reading('/_internal/project/{id}/between', { params: { id }, query: { from, to } }),
    staleTime: 60_000,
  })
}
