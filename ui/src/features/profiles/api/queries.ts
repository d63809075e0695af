import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Organization, Project, ProjectV3, UrlType, User } from '@/lib/api/types'
import { urlTypeOf } from '@/lib/loaders'

/** What a list says about a project, whichever version of the API told it. */
export type ListedProject = Pick<Project, 'id' | 'slug' | 'title' | 'description' | 'updated' | 'downloads' | 'followers' | 'categories' | 'loaders' | 'icon_url'> & { type: UrlType }

function fromV2(project: Project): ListedProject {
  return { ...project, type: urlTypeOf(project.project_type, project.loaders) }
}

function fromV3(project: ProjectV3): ListedProject {
  const stored = project.project_types.find((type) => type !== 'plugin' && type !== 'datapack') ?? 'mod'
  return { ...project, title: project.name, description: project.summary, type: urlTypeOf(stored, project.loaders) }
}

const path = (id: string) => encodeURIComponent(id)

export const profileQueries = {
  user: (id: string) =>
    queryOptions({ queryKey: ['user', id, 'detail'] as const, queryFn: ({ signal }) => get<User>(`/v2/user/${path(id)}`, { signal }), staleTime: 60_000 }),
  userProjects: (id: string) =>
    queryOptions({ queryKey: ['user', id, 'projects'] as const, queryFn: ({ signal }) => get<Project[]>(`/v2/user/${path(id)}/projects`, { signal }), staleTime: 30_000, select: (projects) => projects.map(fromV2) }),
  organization: (id: string) =>
    queryOptions({ queryKey: ['organization', id, 'detail'] as const, queryFn: ({ signal }) => get<Organization>(`/v3/organization/${path(id)}`, { signal }), staleTime: 60_000 }),
  organizationProjects: (id: string) =>
    queryOptions({ queryKey: ['organization', id, 'projects'] as const, queryFn: ({ signal }) => get<ProjectV3[]>(`/v3/organization/${path(id)}/projects`, { signal }), staleTime: 30_000, select: (projects) => projects.map(fromV3) }),
}
