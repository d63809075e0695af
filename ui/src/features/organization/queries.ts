import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { get } from '@/lib/api/client'

const MOST_PROJECTS = 100

export const organizationQueries = {
  /** As those inside see it: with invitations and everybody's rights. */
  one: (id: string) =>
    queryOptions({
      queryKey: ['organization', id, 'detail'] as const,
      queryFn: ({ signal }) => get('/v3/organization/{id}', { signal, params: { id } }),
      staleTime: 30_000,
    }),
  projects: (id: string) =>
    queryOptions({
      queryKey: ['organization', id, 'rows', 'settings'] as const,
      queryFn: ({ signal }) =>
        get('/_internal/organization/{id}/projects', { signal, params: { id }, query: { index: 'name', limit: MOST_PROJECTS } }),
    }),
  /** Those of an account, with invitations where it is one's own. */
  ofUser: (user: string) =>
    queryOptions({
      queryKey: ['user', user, 'organizations'] as const,
      queryFn: ({ signal }) => get('/v3/user/{id}/organizations', { signal, params: { id: user } }),
      refetchOnWindowFocus: 'always',
    }),
  /** One's own projects by name, to be moved into an organisation. */
  ownProjects: (user: string) =>
    queryOptions({
      queryKey: ['user', user, 'rows', 'own'] as const,
      queryFn: ({ signal }) =>
        get('/_internal/user/{id}/projects', { signal, params: { id: user }, query: { index: 'name', limit: MOST_PROJECTS } }),
    }),
}

/** Begins the list of what an organisation owns, once its id is known. */
export async function loadProjects(client: QueryClient, name: string): Promise<void> {
  // An organisation that cannot be had is told by the frame of its settings.
  const organization = await client.ensureQueryData(organizationQueries.one(name)).catch(() => undefined)
  if (organization) void client.prefetchQuery(organizationQueries.projects(organization.id))
}
