import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import { upload } from '@/lib/api/upload'
import { DEFAULT_PERMISSIONS } from '@/lib/permissions'
import { useTeam } from '@/lib/team'

function useCommand<V, R>(run: (value: V) => Promise<R>, quiet = false) {
  return useMutation({ meta: { touches: ['organizations'] }, mutationFn: run, ...(quiet ? { onError: () => undefined } : {}) })
}

export type NewOrganization = { name: string; slug: string; description: string }

/** The form shows what goes wrong. */
export const useCreateOrganization = () =>
  useCommand(
    ({ organization, key }: { organization: NewOrganization; key: string }) =>
      send('POST', '/v3/organization', { body: organization, idempotencyKey: key }),
    true,
  )

export const useEditOrganization = (id: string) =>
  useCommand((patch: Partial<NewOrganization>) => send('PATCH', '/v3/organization/{id}', { params: { id }, body: patch }), true)

export const useOrganizationIcon = (id: string) =>
  useCommand((file: File | undefined) =>
    file
      ? upload('PATCH', '/v3/organization/{id}/icon', file, { params: { id }, query: { ext: file.type.split('/')[1] ?? '' } })
      : send('DELETE', '/v3/organization/{id}/icon', { params: { id } }),
  )

/** What still shows the organisation is about to be left: it does not ask for what is gone. */
export function useDeleteOrganization(id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { touches: ['people'] },
    mutationFn: () => send('DELETE', '/v3/organization/{id}', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['organization'], refetchType: 'none' }),
  })
}

/** Accepts or declines what one was asked. */
export const useAnswer = (id: string, user: string) =>
  useCommand((accept: boolean) =>
    accept
      ? send('POST', '/v3/organization/{id}/join', { params: { id } })
      : send('DELETE', '/v3/organization/{id}/members/{user}', { params: { id, user } }),
  )

/** One after the other, so that what was refused is known by name; the first refusal ends it. */
export const useAddProjects = (id: string) =>
  useCommand(async (projects: readonly string[]) => {
    for (const project of projects) await send('POST', '/v3/organization/{id}/projects', { params: { id }, body: { project_id: project } })
  })

export const useRemoveProjects = (id: string) =>
  useCommand(async ({ projects, owner }: { projects: readonly string[]; owner: string }) => {
    for (const project of projects)
      await send('DELETE', '/v3/organization/{id}/projects/{project}', { params: { id, project }, body: { new_owner: owner } })
  })

/** What can be asked of an organisation's members. Rights on projects are for those who may give them. */
export const useOrganizationTeam = (id: string, givesDefaults: boolean) =>
  useTeam(id, givesDefaults ? { permissions: DEFAULT_PERMISSIONS } : {}, 'organizations')
