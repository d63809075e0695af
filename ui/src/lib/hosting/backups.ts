import { ask, change } from './client'
import { HostingError } from './errors'
import { hostingBackupText as t } from '@/lib/i18n/zh-Hans/server-backups'
import { NodeSession } from './node-session'
import { withScheme } from './request'

export type TaskState = 'ongoing' | 'done' | 'failed' | 'cancelled' | 'unchanged'
export type TaskName = 'create' | 'restore' | 'file'
/** Progress is from 0 to 1. */
export type BackupTask = { progress: number; state: TaskState }

/**
 * A backup of a server. `size_bytes` is what it holds, `stored_bytes` what it takes beside the others: both 0 until it is made. The members
 * that the first generation of the API does not have may be missing.
 */
export type Backup = {
  id: string
  name: string
  created_at: string
  ongoing: boolean
  locked?: boolean
  automated?: boolean
  /** It failed, and can be tried again. */
  interrupted?: boolean
  /** `error` where it failed or is damaged. */
  status?: string
  task?: Partial<Record<TaskName, BackupTask | null>> | null
  size_bytes?: number
  stored_bytes?: number
  /** A part of it is missing or wrong. */
  damaged?: boolean
  /** Why it failed: a word of the node. */
  cause?: string
  /** Null where the node made it by itself, or an administrator had it made. */
  by?: { id: string; username: string; avatar_url?: string | null } | null
  /** The server's files were replaced by this backup, and can be taken back until this ISO time. */
  undo_until?: string | null
}

/** Hours between two automatic backups. */
export type Autobackup = { enabled: boolean; interval: number }

/** An entry of a folder in a backup. `modified` is an ISO time. */
export type Kept = { name: string; type: string; size?: number; modified?: string }

/** A folder in a backup: at most 10 000 entries are listed, and `total` is the number of all of them. An older node does not say it. */
export type KeptList = { items: readonly Kept[]; total?: number }

const at = (id: string, part = '') => `servers/${encodeURIComponent(id)}/${part}`
const of = (id: string, backup: string, part = '') => at(id, `backups/${encodeURIComponent(backup)}${part}`)

type Download = { download_url?: string | null; url?: string; token?: string }

const downloadOf = (id: string, backup: string) => ask<Download | undefined>({ method: 'GET', path: of(id, backup) })

/** Where a backup is downloaded. */
async function downloadUrl(id: string, backup: string): Promise<string> {
  const said = await downloadOf(id, backup)
  if (!said?.download_url) throw new HostingError(0, 'Invalid download URL.', { code: 'invalid_download_url', description: t.noUrl })
  return withScheme(said.download_url)
}

/** Credentials for what lies in a backup, renewed as those of a node's files. */
export const backupSession = (id: string, backup: string): NodeSession =>
  new NodeSession(async () => {
    const { url = '', token = '' } = (await downloadOf(id, backup)) ?? {}
    return { url: withScheme(url), token }
  })

/** The address of one file in a backup. The browser downloads it, so the token is in it. */
export async function keptFileUrl(session: NodeSession, path: string): Promise<string> {
  const { url, token } = await session.credentials()
  return `${url}/file?${new URLSearchParams({ path, auth: token })}`
}

/** The calls about the backups of a server. */
export const backups = {
  list: (id: string, signal?: AbortSignal) => ask<Backup[]>({ method: 'GET', path: at(id, 'backups'), signal }),
  /** Without a name it becomes `Backup #N`; with the key a repeated command makes one backup. */
  create: (id: string, name: string, key: string) =>
    change<{ id: string }>({ method: 'POST', path: at(id, 'backups'), body: { name }, headers: { 'Idempotency-Key': key } }),
  rename: (id: string, backup: string, name: string) => change({ method: 'POST', path: of(id, backup, '/rename'), body: { name } }),
  /** Deletes a backup; one on its way is cancelled by it. */
  remove: (id: string, backup: string) => change({ method: 'DELETE', path: of(id, backup) }),
  /** `undo` brings back what the last restore of this backup replaced. */
  act: (id: string, backup: string, action: 'restore' | 'undo' | 'lock' | 'unlock' | 'retry') =>
    change({ method: 'POST', path: of(id, backup, `/${action}`) }),
  /** Puts one file or folder of a backup in the place of what has its path on the server, which goes into the trash. */
  restoreFiles: (id: string, backup: string, path: string) =>
    change({ method: 'POST', path: of(id, backup, '/restore-files'), body: { path } }),
  downloadUrl,
  automatic: (id: string, signal?: AbortSignal) => ask<Autobackup>({ method: 'GET', path: at(id, 'autobackup'), signal }),
  setAutomatic: (id: string, { enabled, interval }: Autobackup) =>
    change({ method: 'POST', path: at(id, 'autobackup'), body: { set: enabled ? 'enable' : 'disable', interval } }),
  /** A folder in a backup. */
  kept: (session: NodeSession, path: string, signal?: AbortSignal) =>
    ask<KeptList>({ method: 'GET', path: 'list', query: { path }, node: session, signal }),
}
