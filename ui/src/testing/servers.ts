import type { HostNode } from '@/features/server/api'
import type { Happening } from '@/features/server/model/history'
import type { Server } from '@/lib/hosting/servers'
import { user } from './people'
import { ago } from './time'

const GIB = 1024 ** 3
const owner = { id: user.id, username: user.username, avatar_url: user.avatar_url }

/** A running server; parts are replaced by those given. */
export function hosted({
  power,
  host,
  ...over
}: Partial<Omit<Server, 'power' | 'host'>> & {
  power?: Partial<Server['power']>
  host?: Partial<NonNullable<Server['host']>> | null
} = {}): Server {
  return {
    server_id: 'Srv00001',
    name: '晨雾谷',
    net: { ip: '127.0.0.1', port: 25_565, domain: 'mist.modyard.example', domain_state: null },
    game: '方块游戏',
    backup_quota: 10,
    used_backup_quota: 0,
    status: 'available',
    suspension_reason: null,
    suspended: false,
    loader: 'NeoForge',
    loader_version: '21.1.90',
    mc_version: '1.21.1',
    upstream: null,
    licence: true,
    install: null,
    sftp_username: '',
    sftp_password: '',
    sftp_host: '',
    owner_id: owner.id,
    owner,
    node: { token: '', instance: 'node-1.example:8443' },
    current_user_permissions: 1023,
    role: 'owner',
    created: ago(24 * 30),
    demonstration: false,
    software: 'jar',
    plan: { memory_mib: 8192, cpu_percent: 400, disk_mib: 40_960 },
    deleted: null,
    last_crash: null,
    pending: false,
    last_run: { run: 'r2', seen: 'ready', at: ago(148), attempt: 0, code: null, signal: '', out_of_memory: false, cause: '' },
    pack: null,
    ...over,
    power: {
      state: 'running',
      since: ago(148),
      wanted: true,
      next: null,
      unresponsive: false,
      exit: null,
      figures: { cpu_percent: 244, memory_bytes: 6.2 * GIB, disk_bytes: 21.4 * GIB },
      players: { online: 3, max: 20, names: ['阿澄', 'Verdi', 'banmei'] },
      ...power,
    },
    host: host === null ? null : { id: 'Node0001', name: '晨曦', connected: true, seen: ago(0), tier: 'limited', unlimited: [], ...host },
  }
}

export const listOf = (...servers: Server[]) => ({
  servers,
  pagination: { current_page: 1, page_size: 100, total_pages: 1, total_items: servers.length },
})

/** An entry of a server's history. */
export function happening(position: number, over: Partial<Happening> & Pick<Happening, 'kind'>): Happening {
  return {
    position,
    at: ago(position),
    actor: null,
    role: '',
    token: false,
    credential: null,
    run: '',
    subject: null,
    project: null,
    version: '',
    detail: {},
    ...over,
  }
}

/** A connected node. */
export function hostNode(over: Partial<HostNode> = {}): HostNode {
  return {
    id: 'Node0001',
    name: '晨曦',
    address: 'https://node-1.example:8443',
    first_port: 25_565,
    last_port: 25_664,
    created: ago(24 * 60),
    joined: ago(24 * 60),
    retired: null,
    code_until: null,
    connected: true,
    seen: ago(0),
    version: '1.4.0',
    host: {
      tier: 'limited',
      cgroup: 'v2',
      unlimited: ['network'],
      cpus: 8,
      memory_bytes: 32 * GIB,
      disk_bytes: 500 * GIB,
      disk_free: 320 * GIB,
      java: ['lts21/temurin'],
    },
    servers: 3,
    memory_mib: 16_384,
    ...over,
  }
}
