import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { projectQueries } from '@/lib/project-queries'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Member, User } from '@/lib/api/types'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'
import { refreshProjects } from './commands'
import { DEFAULT_PERMISSIONS } from './model/permissions'

/** The team with its permissions and open invitations, for those inside. */
export const teamQuery = (project: string) =>
  queryOptions({
    queryKey: [...projectQueries.one(project), 'members'] as const,
    queryFn: ({ signal }) => get<Member[]>(`/v3/project/${project}/members`, { signal }),
    refetchOnWindowFocus: 'always',
  })

export type MemberPatch = { role?: string; permissions?: number }

function useTeamCommand<V>(run: (value: V) => Promise<unknown>, quiet = false) {
  const client = useQueryClient()
  return useMutation({ mutationFn: run, onSuccess: () => refreshProjects(client), ...(quiet ? { onError: () => undefined } : {}) })
}

/** Invites somebody by name; the form shows what goes wrong. */
export function useInvite(team: string) {
  return useTeamCommand(async (username: string) => {
    const user = await get<User>(`/v2/user/${encodeURIComponent(username)}`).catch((error: unknown) => {
      throw ApiError.is(error, 404) ? new ApiError(404, 'not_found', t.noUser) : error
    })
    await send('POST', `/v2/team/${team}/members`, { body: { user_id: user.id, role: t.roleDefault, permissions: DEFAULT_PERMISSIONS } })
  }, true)
}

export function useEditMember(team: string) {
  return useTeamCommand(({ user, patch }: { user: string; patch: MemberPatch }) => send('PATCH', `/v2/team/${team}/members/${user}`, { body: patch }))
}

export function useRemoveMember(team: string) {
  return useTeamCommand((user: string) => send('DELETE', `/v2/team/${team}/members/${user}`))
}

export function useTransfer(team: string) {
  return useTeamCommand((user: string) => send('PATCH', `/v2/team/${team}/owner`, { body: { user_id: user } }))
}
