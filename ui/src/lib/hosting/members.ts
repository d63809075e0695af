import { get, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'

/** An account with a part in a server. */
export type ServerMember = Answer<'GET', '/v3/server/{id}/members'>['members'][number]
export type MemberRole = ServerMember['role']
/** The roles that a member can be given; there is one owner. */
export type GivenRole = Exclude<MemberRole, 'owner'>
/** What an invited account sees of a server. */
export type ServerInvitation = Answer<'GET', '/_internal/server-invitations'>['invitations'][number]

/** The calls about the members of a server; a member is named by the id of its account. */
export const members = {
  list: async (id: string, signal?: AbortSignal) => (await get('/v3/server/{id}/members', { signal, params: { id } })).members,
  /** Those of the viewer. */
  invitations: async (signal?: AbortSignal) => (await get('/_internal/server-invitations', { signal })).invitations,
  /** Asks an account, by name or id, to join. */
  invite: (id: string, body: { account: string; role: GivenRole }, key: string) =>
    send('POST', '/v3/server/{id}/members', { params: { id }, body, idempotencyKey: key }),
  setRole: (id: string, member: string, role: GivenRole) =>
    send('PATCH', '/v3/server/{id}/members/{member}', { params: { id, member }, body: { role } }),
  /** Removes a member, withdraws an invitation, declines one's own or leaves. */
  remove: (id: string, member: string) => send('DELETE', '/v3/server/{id}/members/{member}', { params: { id, member } }),
  join: (id: string) => send('POST', '/v3/server/{id}/join', { params: { id } }),
  handOver: (id: string, account: string) => send('POST', '/v3/server/{id}/owner', { params: { id }, body: { account } }),
}
