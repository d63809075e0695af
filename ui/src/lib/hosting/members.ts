import { get, send } from '@/lib/api/client'

type Account = { id: string; username: string; avatar_url: string | null }

/** The roles that a member can be given; there is one owner. */
export type GivenRole = 'editor' | 'viewer'
export type MemberRole = 'owner' | GivenRole

/** An account with a part in a server; without a user where the account is erased. */
export type ServerMember = {
  user: Account | null
  role: MemberRole
  state: 'owner' | 'joined' | 'invited'
  /** When the account became owner, joined or was invited. */
  since: string
}

/** What an invited account sees of a server; the inviter is null where the staff invited. */
export type ServerInvitation = {
  server: string
  name: string
  inviter: Account | null
  role: GivenRole
  since: string
  /** The invitation cannot be accepted after it. */
  until: string
}

type Id = { path: { id: string } }
type MemberId = { path: { id: string; member: string } }
type Json<T> = { content: { 'application/json': T } }
type None = { responses: { 204: object } }

// The generated description of the API will have these paths; then this block and the types above are removed.
declare module '../api/schema.gen' {
  interface paths {
    '/v3/server/{id}/members': {
      get: { parameters: Id; responses: { 200: Json<{ members: ServerMember[] }> } }
      post: None & { parameters: Id; requestBody: Json<{ account: string; role: GivenRole }> }
    }
    '/v3/server/{id}/members/{member}': {
      patch: None & { parameters: MemberId; requestBody: Json<{ role: GivenRole }> }
      delete: None & { parameters: MemberId }
    }
    '/v3/server/{id}/join': { post: None & { parameters: Id } }
    '/v3/server/{id}/owner': { post: None & { parameters: Id; requestBody: Json<{ account: string }> } }
    '/_internal/server-invitations': { get: { responses: { 200: Json<{ invitations: ServerInvitation[] }> } } }
  }
}

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
