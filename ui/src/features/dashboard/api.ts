import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Project } from '@/lib/api/types'

/** The projects of a person; one's own include those that nobody else sees. */
export const ownProjectsQuery = (user: string) =>
  queryOptions({
    queryKey: ['user', user, 'projects', 'own'] as const,
    queryFn: ({ signal }) => get<Project[]>(`/v2/user/${user}/projects`, { signal }),
    refetchOnWindowFocus: 'always',
    // Somebody decides about a waiting project at any time; the list then says so by itself.
    refetchInterval: (query) => (query.state.data?.some((one) => one.status === 'processing') ? 5_000 : false),
  })
