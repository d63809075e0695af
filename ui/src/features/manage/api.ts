import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { ProjectStatus, UrlType } from '@/lib/api/types'
import { ORG } from '@/lib/permissions'

export type NewProject = {
  title: string
  slug: string
  description: string
  project_type: UrlType
  requested_status: ProjectStatus
  organization_id?: string
}

/** A slug that nobody uses, made of a title: of its Latin words or of the pinyin of its characters. */
export const suggestedSlugQuery = (title: string) =>
  queryOptions({
    queryKey: ['slug', 'for', title] as const,
    queryFn: ({ signal }) => get('/_internal/slug', { query: { title }, signal }),
    staleTime: 60_000,
    retry: false,
  })

/** The teams to which a person may add projects. */
export const ownTeamsQuery = (username: string) =>
  queryOptions({
    queryKey: ['user', username, 'organizations'] as const,
    queryFn: ({ signal }) => get('/v3/user/{id}/organizations', { signal, params: { id: username } }),
    select: (teams) =>
      teams.filter((team) =>
        team.members.some(
          (one) =>
            one.user.username === username &&
            one.accepted &&
            (one.is_owner || ((one.organization_permissions ?? 0) & ORG.addProject) !== 0),
        ),
      ),
    staleTime: 60_000,
  })

/** Creates a draft. */
export function useCreateProject() {
  return useMutation({
    meta: { touches: ['people'] },
    mutationFn: ({ project, key }: { project: NewProject; key: string }) => {
      const form = new FormData()
      const data = {
        ...project,
        body: '',
        categories: [],
        client_side: 'unknown',
        server_side: 'unknown',
        license_id: 'LicenseRef-Unknown',
        initial_versions: [],
        is_draft: true,
      }
      form.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }))
      return send('POST', '/v2/project', { body: form, idempotencyKey: key })
    },
    onError: () => undefined, // the form shows it
  })
}
