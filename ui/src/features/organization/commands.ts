import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import type { Organization } from '@/lib/api/types'
import { upload } from '@/lib/api/upload'
import { DEFAULT_PERMISSIONS } from '@/lib/permissions'
import { projectQueries } from '@/lib/project-queries'
import { useTeam } from '@/lib/team'
import { organizationPath as path } from './queries'

/** After a command everything that shows organisations or their projects asks again. */
async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([['organization'], ['user'], projectQueries.all(), ['search']].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
}

function useCommand<V, R = unknown>(run: (value: V) => Promise<R>, quiet = false) {
  const client = useQueryClient()
  return useMutation({ mutationFn: run, onSuccess: () => refresh(client), ...(quiet ? { onError: () => undefined } : {}) })
}

export type NewOrganization = { name: string; slug: string; description: string }

/** The form shows what goes wrong. */
export const useCreateOrganization = () =>
  useCommand(({ organization, key }: { organization: NewOrganization; key: string }) => send<Organization>('POST', '/v3/organization', { body: organization, idempotencyKey: key }), true)

export const useEditOrganization = (id: string) => useCommand((patch: Partial<NewOrganization>) => send('PATCH', path(id), { body: patch }), true)

export const useOrganizationIcon = (id: string) =>
  useCommand((file: File | undefined) =>
    file ? upload<undefined>(`${path(id)}/icon?ext=${encodeURIComponent(file.type.split('/')[1] ?? '')}`, file, { method: 'PATCH' }) : send('DELETE', `${path(id)}/icon`),
  )

/** What still shows the organisation is about to be left: it does not ask for what is gone. */
export function useDeleteOrganization(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send('DELETE', path(id)),
    onSuccess: () => Promise.all([client.invalidateQueries({ queryKey: ['organization'], refetchType: 'none' }), client.invalidateQueries({ queryKey: ['user'] })]),
  })
}

/** Accepts or declines what one was asked. */
export const useAnswer = (id: string, user: string) =>
  useCommand((accept: boolean) => (accept ? send('POST', `${path(id)}/join`) : send('DELETE', `${path(id)}/members/${user}`)))

/** One after the other, so that what was refused is known by name; the first refusal ends it. */
export const useAddProjects = (id: string) =>
  useCommand(async (projects: readonly string[]) => {
    for (const project of projects) await send('POST', `${path(id)}/projects`, { body: { project_id: project } })
  })

export const useRemoveProjects = (id: string) =>
  useCommand(async ({ projects, owner }: { projects: readonly string[]; owner: string }) => {
    for (const project of projects) await send('DELETE', `${path(id)}/projects/${project}`, { body: { new_owner: owner } })
  })

/** What can be asked of an organisation's members. Rights on projects are for those who may give them. */
export function useOrganizationTeam(id: string, givesDefaults: boolean) {
  const client = useQueryClient()
  return useTeam(id, givesDefaults ? { permissions: DEFAULT_PERMISSIONS } : {}, () => refresh(client))
}
