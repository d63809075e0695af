import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Topic } from '@/lib/live/refresh'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'

export type MemberPatch = {
  role?: string
  permissions?: number
  organization_permissions?: number
  payouts_split?: number
  /** The first day of the weight, in UTC: today or later. */
  payouts_effective?: string
}

export type TeamCommands = {
  /** Adds a member by username; the form shows errors. */
  invite: UseMutationResult<unknown, Error, string>
  edit: UseMutationResult<unknown, Error, { user: string; patch: MemberPatch }>
  remove: UseMutationResult<unknown, Error, string>
  transfer: UseMutationResult<unknown, Error, string>
}

/** The commands of a team, of a project or an organisation. `rights` are the initial rights of an invitation. */
export function useTeam(team: string, rights: MemberPatch, touched: Topic): TeamCommands {
  const meta = { touches: [touched] }
  const params = { id: team }
  return {
    invite: useMutation({
      meta,
      mutationFn: async (username: string) => {
        const user = await get('/v2/user/{id}', { params: { id: username } }).catch((error: unknown) => {
          throw ApiError.is(error, 404) ? new ApiError(404, 'not_found', t.noUser, undefined, 'user_id') : error
        })
        await send('POST', '/v2/team/{id}/members', { params, body: { user_id: user.id, role: t.roleDefault, ...rights } })
      },
      onError: () => undefined,
    }),
    edit: useMutation({
      meta,
      mutationFn: ({ user, patch }) => send('PATCH', '/v2/team/{id}/members/{user}', { params: { ...params, user }, body: patch }),
    }),
    remove: useMutation({ meta, mutationFn: (user) => send('DELETE', '/v2/team/{id}/members/{user}', { params: { ...params, user } }) }),
    transfer: useMutation({ meta, mutationFn: (user) => send('PATCH', '/v2/team/{id}/owner', { params, body: { user_id: user } }) }),
  }
}
