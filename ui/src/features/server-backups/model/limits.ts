import type { Backup } from '@/lib/hosting/backups'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { formatBytes } from '@/lib/format'
import { serverBackupsText as t } from '@/lib/i18n/zh-Hans/server-backups'
import { backupBytes } from '@/lib/limits.gen'
import { isMoving, isWhole, phaseOf } from './backup'

export const OFFERED_HOURS: readonly number[] = [3, 6, 12, 24]

/** `counted` are those that nothing but a person removes: an automatic one makes room for another. */
export type Usage = { number: number; counted: number; stored: number; bytes: number }

/** What the backups take. One that failed holds nothing, and counts until it is deleted. */
export function usageOf(list: readonly Backup[]): Usage {
  const sum = (size: (backup: Backup) => number) => list.reduce((all, backup) => all + size(backup), 0)
  return {
    number: list.length,
    counted: list.filter(({ automated, locked }) => !automated || locked).length,
    stored: sum(({ stored_bytes: size = 0 }) => size),
    bytes: sum(({ size_bytes: size = 0 }) => size),
  }
}

const connected = (server: Server) => server.host?.connected === true

/** Why the viewer cannot manage backups; undefined where it can. */
export function refusalOf(server: Server): string | undefined {
  if (server.deleted) return t.refused.deleted
  if (server.suspended) return t.refused.suspended
  return rights.backUp(server) ? undefined : t.refused.right
}

/** Why a backup cannot be read: a suspension does not prevent it. */
export function readRefusal(server: Server, backup: Backup): string | undefined {
  if (server.deleted) return t.refused.deleted
  if (!rights.backUp(server)) return t.refused.right
  if (!connected(server)) return t.refused.away
  const phase = phaseOf(backup)
  return isWhole(phase) ? undefined : phase === 'damaged' || phase === 'failed' ? t.refused.unreadable : t.refused.ongoing
}

/** Why no backup can be made. */
export function createRefusal(server: Server, { counted, stored }: Usage): string | undefined {
  const most = server.backup_quota
  return (
    refusalOf(server) ??
    (counted >= most ? t.refused.full(String(most)) : undefined) ??
    (stored >= backupBytes ? t.refused.room(formatBytes(backupBytes)) : undefined)
  )
}

/** Why the server's files cannot be replaced by a backup, apart from the power state, which the dialog can change. */
export function restoreRefusal(server: Server, backup: Backup, list: readonly Backup[]): string | undefined {
  const phase = phaseOf(backup)
  if (phase === 'damaged' || phase === 'failed') return refusalOf(server) ?? t.refused.broken
  if (phase === 'waiting' || phase === 'creating') return refusalOf(server) ?? t.refused.ongoing
  return (
    refusalOf(server) ??
    (connected(server) ? undefined : t.refused.away) ??
    (list.some((one) => phaseOf(one) === 'restoring') ? t.refused.busy : undefined) ??
    (server.status === 'installing' ? t.refused.installing : undefined)
  )
}

/** Why no single file of a backup can be put in the place of the server's. */
export function restoreFilesRefusal(server: Server, backup: Backup, list: readonly Backup[]): string | undefined {
  return restoreRefusal(server, backup, list) ?? (rights.writeFiles(server) ? undefined : t.refused.write)
}

export function removeRefusal(server: Server, backup: Backup): string | undefined {
  return refusalOf(server) ?? (phaseOf(backup) === 'restoring' ? t.refused.busy : backup.locked ? t.refused.locked : undefined)
}

/** Where the last restore can be taken back: the backup that was restored last. */
export function undoable(list: readonly Backup[], now: number): Backup | undefined {
  if (list.some((one) => phaseOf(one) === 'restoring')) return undefined
  return list
    .filter(({ undo_until }) => undo_until && Date.parse(undo_until) > now)
    .sort((a, b) => Date.parse(b.undo_until ?? '') - Date.parse(a.undo_until ?? ''))[0]
}

/** When the next automatic backup is due, in ms; undefined where none was made yet. */
export function nextDue(list: readonly Backup[], hours: number, now: number): number | undefined {
  const last = Math.max(...list.filter(({ automated }) => automated).map(({ created_at }) => Date.parse(created_at)))
  const due = last + hours * 3_600_000
  return Number.isFinite(due) && due > now ? due : undefined
}

export const someMoving = (list: readonly Backup[]): boolean => list.some((one) => isMoving(phaseOf(one)))
