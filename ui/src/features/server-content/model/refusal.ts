import type { Mod } from '@/lib/hosting/content'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText } from '@/lib/i18n/zh-Hans/server-content'
import { isDecided, isOnDisk, phaseOf } from './mod'

const t = serverContentText.refused

const connected = (server: Server) => server.host?.connected === true

/** Why nothing can be decided about the content; undefined where it can. A node that is away does it later. */
export function refusalOf(server: Server): string | undefined {
  if (server.deleted) return t.deleted
  if (server.suspended) return t.suspended
  if (!rights.setup(server)) return t.right
  return server.status === 'installing' ? t.installing : undefined
}

/** Why no file can be touched on the disk: that goes through its node, at once. */
function diskRefusal(server: Server): string | undefined {
  if (server.deleted) return t.deleted
  if (server.suspended) return t.suspended
  if (!rights.writeFiles(server)) return t.files
  return connected(server) ? undefined : t.away
}

/** Why a file cannot be disabled or enabled. */
export function switchRefusal(server: Server, mod: Mod): string | undefined {
  return diskRefusal(server) ?? (isOnDisk(mod) ? undefined : phaseOf(mod) === 'pending' ? t.pending : t.absent)
}

/** Why a file cannot be deleted. */
export const removeRefusal = (server: Server, mod: Mod): string | undefined => (mod.unmanaged ? diskRefusal(server) : refusalOf(server))

/** Why a file's version cannot be changed or pinned. */
export const decideRefusal = (server: Server, mod: Mod): string | undefined =>
  refusalOf(server) ?? (isDecided(mod) ? undefined : t.unmanaged)

/** Why a file cannot be updated. */
export const updateRefusal = (server: Server, mod: Mod): string | undefined =>
  decideRefusal(server, mod) ?? (mod.has_update ? undefined : t.newest)
