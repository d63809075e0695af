import type { Backup } from '@/lib/hosting/backups'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { createRefusal, usageOf } from '@/features/server-backups/parts'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import type { Wish } from './plan'

const { review, refused } = serverLoaderText
const { effects: t } = review

/** Why the viewer cannot install anything; undefined where it can. */
export function refusalOf(server: Server): string | undefined {
  if (server.deleted) return refused.deleted
  if (server.suspended) return refused.suspended
  return rights.setup(server) ? undefined : refused.right
}

/** Why no archive can be uploaded. */
export const uploadRefusal = (server: Server): string | undefined =>
  refusalOf(server) ?? (server.host?.connected ? undefined : refused.away)

/** Why everything cannot be removed first. */
export const hardRefusal = (server: Server): string | undefined => (rights.reset(server) ? undefined : refused.hard)

/** Whether a backup is made first: whether it is a question at all, how it begins, and why it is not possible. */
export type BackupChoice = { offered: boolean; preset: boolean; refused?: string | undefined }

/** `list` is undefined while it is not loaded. */
export function backupChoice(server: Server, list: readonly Backup[] | undefined): BackupChoice {
  if (server.software === 'none' && server.status !== 'broken') return { offered: false, preset: false }
  const why = rights.backUp(server) ? list && createRefusal(server, usageOf(list)) : refused.noBackupRight
  return { offered: true, preset: why === undefined, refused: why }
}

/** Removing everything needs the server's name. */
export const isConfirmed = (hard: boolean, typed: string, name: string): boolean => !hard || typed.trim() === name.trim()

export type Effects = { replaced: readonly string[]; kept: readonly string[]; lost: readonly string[] }

/** What an installation does with what is on the server. */
export function effectsOf({ kind }: Wish, hard: boolean): Effects {
  if (hard) return { replaced: [], kept: [t.record], lost: [t.everything] }
  const pack = kind !== 'loader'
  return {
    replaced: pack ? [t.program, t.packFiles] : [t.program],
    kept: [t.worlds, pack ? t.configs : t.configsPlain, t.ownFiles, t.record],
    lost: [],
  }
}
