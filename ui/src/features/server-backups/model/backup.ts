import type { Backup, BackupTask, TaskName, TaskState } from '@/lib/hosting/backups'
import { serverBackupsText as t } from '@/lib/i18n/zh-Hans/server-backups'
import { serverHistoryText } from '@/lib/i18n/zh-Hans/server-history'

/** What a row says of a backup. */
export type Phase = 'waiting' | 'creating' | 'restoring' | 'ready' | 'failed' | 'damaged'

/** What the node says while it works; the id is that of the backup. */
export type ProgressFrame = { id: string; task: string; progress: number; state: string }

const { causes } = serverHistoryText

const runs = (task: BackupTask | null | undefined) => task?.state === 'ongoing'

/** The task that is on its way, and how far it is. */
export function taskOf({ task }: Backup): { name: TaskName; progress: number } | undefined {
  for (const name of ['restore', 'create', 'file'] as const) {
    const one = task?.[name]
    if (one && runs(one)) return { name, progress: Math.min(1, Math.max(0, one.progress)) }
  }
  return undefined
}

export function phaseOf(backup: Backup): Phase {
  const { ongoing, interrupted, damaged, task } = backup
  if (runs(task?.restore)) return 'restoring'
  if (runs(task?.create)) return 'creating'
  if (damaged) return 'damaged'
  if (ongoing) return 'waiting'
  return interrupted ? 'failed' : 'ready'
}

/** Whether it ended and holds the server's files. */
export const isWhole = (phase: Phase): boolean => phase === 'ready' || phase === 'restoring'

export const isMoving = (phase: Phase): boolean => phase === 'waiting' || phase === 'creating' || phase === 'restoring'

/** Why it failed, in words. */
export const reasonOf = ({ cause }: Backup): string => (cause && causes[cause]) || t.unknownReason

const names: ReadonlySet<string> = new Set<TaskName>(['create', 'restore', 'file'])

/** The backups with what the node said of them since they were read. */
export function withProgress(list: readonly Backup[], frames: ReadonlyMap<string, ProgressFrame>): readonly Backup[] {
  if (frames.size === 0) return list
  return list.map((backup) => {
    const frame = frames.get(backup.id)
    if (!frame || frame.state !== 'ongoing' || !names.has(frame.task)) return backup
    const task = { progress: frame.progress, state: frame.state as TaskState }
    return { ...backup, task: { ...backup.task, [frame.task]: task } }
  })
}

/** The newest first, and what is on its way before all others. */
export function ordered(list: readonly Backup[]): readonly Backup[] {
  const rank = (backup: Backup) => (isMoving(phaseOf(backup)) ? 0 : 1)
  return [...list].sort((a, b) => rank(a) - rank(b) || Date.parse(b.created_at) - Date.parse(a.created_at))
}

/** The seconds that are left, by the pace since the first look; undefined until it can be told. */
export function secondsLeft(first: { progress: number; at: number }, progress: number, now: number): number | undefined {
  const done = progress - first.progress
  const seconds = (now - first.at) / 1000
  return done > 0.02 && seconds > 2 ? ((1 - progress) * seconds) / done : undefined
}
