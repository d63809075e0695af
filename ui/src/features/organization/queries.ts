import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Organization, OwnedPage } from '@/lib/api/types'

const MOST_PROJECTS = 100

export const organizationPath = (id: string) => `/v3/organization/${encodeURIComponent(id)}`

export const organizationQueries = {
  /** As those inside see it: with invitations and everybody's rights. */
  one: (id: string) => queryOptions({ queryKey: ['organization', id, 'detail'] as const, queryFn: ({ signal }) => get<Organization>(organizationPath(id), { signal }), staleTime: 30_000 }),
  projects: (id: string) =>
    queryOptions({ queryKey: ['organization', id, 'rows', 'settings'] as const, queryFn: ({ signal }) => get<OwnedPage>(`/_internal/organization/${encodeURIComponent(id)}/projects`, { signal, query: { index: 'name', limit: MOST_PROJECTS } }) }),
  /** Those of an account, with invitations where it is one's own. */
  ofUser: (user: string) => queryOptions({ queryKey: ['user', user, 'organizations'] as const, queryFn: ({ signal }) => get<Organization[]>(`/v3/user/${user}/organizations`, { signal }), refetchOnWindowFocus: 'always' }),
  /** One's own projects by name, to be moved into an organisation. */
  ownProjects: (user: string) =>
    queryOptions({ queryKey: ['user', user, 'rows', 'own'] as const, queryFn: ({ signal }) => get<OwnedPage>(`/_internal/user/${user}/projects`, { signal, query: { index: 'name', limit: MOST_PROJECTS } }) }),
}
