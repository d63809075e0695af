import { proven } from '@/lib/api/confirm'
import type { Answer, BodyOf } from '@/lib/api/operations'
import { explained } from '@/lib/api/reason'
import { ask, change } from './client'
import type { NodeAuth } from './request'

export type Server = Answer<'GET', '/hosting/modyard/v0/servers/{id}'>
export type ServerList = Answer<'GET', '/hosting/modyard/v0/servers'>
export type PowerAction = 'Start' | 'Stop' | 'Restart' | 'Kill'
export type Suspension = BodyOf<'POST', '/hosting/modyard/v0/servers/{id}/suspend'>

const at = (id: string, part = '') => `servers/${encodeURIComponent(id)}${part}`

/** The calls about a server's record and its power. */
export const servers = {
  list: (query: { limit: number; offset: number }, signal?: AbortSignal) =>
    ask<ServerList>({ method: 'GET', path: 'servers', query, signal }),
  record: (id: string, signal?: AbortSignal) => ask<Server>({ method: 'GET', path: at(id), signal }),
  /** The console's address and a token for it. Its caller connects again by itself, so a failure is not repeated here. */
  socket: (id: string) => ask<NodeAuth>({ method: 'GET', path: at(id, '/ws'), retry: false }),
  power: (id: string, action: PowerAction) => change({ method: 'POST', path: at(id, '/power'), body: { action } }),
  rename: (id: string, name: string) => change({ method: 'POST', path: at(id, '/name'), body: { name } }),
  /** Suspends a server or ends its suspension: for administrators, who give a reason. */
  suspend: (id: string, given: Suspension) =>
    proven(() => explained({ body: given }, ({ body }) => change({ method: 'POST', path: at(id, '/suspend'), body }), true)),
}
