import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { User } from '@/lib/api/types'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'

export type MemberPatch = { role?: string; permissions?: number; organization_permissions?: number; payouts_split?: number }

export type TeamCommands = {
  /** Takes a username; the form shows what goes wrong. */
  invite: UseMutationResult<unknown, Error, string>
  edit: UseMutationResult<unknown, Error, { user: string; patch: MemberPatch }>
  remove: UseMutationResult<unknown, Error, string>
  transfer: UseMutationResult<unknown, Error, string>
}

/** What can be asked of a team, a project's or an organisation's. `rights` is what an invited person gets. */
export function useTeam(team: string, rights: MemberPatch, refresh: () => Promise<unknown>): TeamCommands {
  const path = `/v2/team/${team}`
  return {
    invite: useMutation({
      mutationFn: async (username: string) => {
        const user = await get<User>(`/v2/user/${encodeURIComponent(username)}`).catch((error: unknown) => {
          throw ApiError.is(error, 404) ? new ApiError(404, 'not_found', t.noUser) : error
        })
        await send('POST', `${path}/members`, { body: { user_id: user.id, role: t.roleDefault, ...rights } })
      },
      onSuccess: refresh,
      onError: () => undefined,
    }),
    edit: useMutation({ mutationFn: ({ user, patch }) => send('PATCH', `${path}/members/${user}`, { body: patch }), onSuccess: refresh }),
    remove: useMutation({ mutationFn: (user) => send('DELETE', `${path}/members/${user}`), onSuccess: refresh }),
    transfer: useMutation({ mutationFn: (user) => send('PATCH', `${path}/owner`, { body: { user_id: user } }), onSuccess: refresh }),
  }
}
