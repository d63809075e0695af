import type { Server } from '@/lib/hosting/servers'
import { rights } from '@/lib/hosting/rights'
import { serverConfigHistoryText as t } from '@/lib/i18n/zh-Hans/server-config-history'
import type { Revision } from '../api'

export type Base = 'previous' | 'current'

/** Two revisions to compare; `before` is undefined for the first one of a file. */
export type Compared = { before: Revision | undefined; after: Revision }

/** What is compared for a chosen revision. `revisions` begin with the newest. */
export function comparedOf(revisions: readonly Revision[], chosen: Revision, base: Base): Compared {
  const at = revisions.indexOf(chosen)
  const newest = revisions[0] ?? chosen
  return base === 'current' && chosen !== newest ? { before: chosen, after: newest } : { before: revisions[at + 1], after: chosen }
}

/** The revision that one click restores: the chosen one, or the one before where it is the newest, which takes the last change back. */
export function targetOf(revisions: readonly Revision[], chosen: Revision): Revision | undefined {
  return chosen === revisions[0] ? revisions[1] : chosen
}

/** Why nothing can be restored; undefined where something can. */
export function refusalOf(server: Server): string | undefined {
  if (!rights.writeFiles(server) || !rights.readFiles(server)) return t.refused.right
  if (server.suspended) return t.refused.suspended
  return server.host?.connected === true ? undefined : t.refused.away
}

export const canRestore = ({ state, kept }: Revision): boolean => state === 'text' && kept

/** The ISO time of what a field for a time has; undefined where it has none. */
export function momentOfField(value: string | undefined): string | undefined {
  if (!value) return undefined
  const time = new Date(value).getTime()
  return Number.isFinite(time) ? new Date(time).toISOString() : undefined
}
