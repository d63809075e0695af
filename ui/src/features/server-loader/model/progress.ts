import { formatBytes, formatExact } from '@/lib/format'
import type { InstallPhase, InstallProgress } from '@/lib/hosting/installs'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'

const t = serverLoaderText.run

const phases: readonly InstallPhase[] = ['waiting', 'resolve', 'fetch', 'assemble', 'swap']

export type Step = { id: string; label: string; state: 'done' | 'now' | 'later' }

/** The steps of this page before those of the node. */
export type Before = 'backup' | 'upload' | 'send'

/** All steps of an installation. `before` are those that this page takes, `at` is the present one of either kind. */
export function stepsOf(before: readonly Before[], at: Before | InstallPhase): readonly Step[] {
  const all = [...before.map((id) => ({ id, label: t[id] })), ...phases.map((id) => ({ id, label: t.phases[id] }))]
  const now = all.findIndex(({ id }) => id === at)
  return all.map(({ id, label }, index) => ({ id, label, state: index < now ? 'done' : index === now ? 'now' : 'later' }))
}

/** Files and bytes of the phase, in words; empty where none are counted. */
export function wordsOf({ files, files_total: of, bytes, bytes_total: size }: InstallProgress): string {
  const words: string[] = []
  if (of > 0) words.push(t.files(formatExact(files), formatExact(of)))
  else if (files > 0) words.push(t.filesDone(formatExact(files)))
  if (size > 0) words.push(t.bytes(formatBytes(bytes), formatBytes(size)))
  else if (bytes > 0) words.push(formatBytes(bytes))
  return words.join(' · ')
}

/** The share of the phase that is done, from 0 to 1; undefined where its end is not known. */
export function shareOf({ files, files_total: of, bytes, bytes_total: size }: InstallProgress): number | undefined {
  const share = size > 0 ? bytes / size : of > 0 ? files / of : undefined
  return share === undefined ? undefined : Math.min(1, Math.max(0, share))
}

/** The newer of what the record and the node say. */
export function newerOf(record: InstallProgress | null | undefined, live: InstallProgress | undefined): InstallProgress | undefined {
  if (!live || !record) return live ?? record ?? undefined
  const order = (one: InstallProgress) => phases.indexOf(one.phase)
  return order(live) === order(record) ? (live.bytes >= record.bytes ? live : record) : order(live) > order(record) ? live : record
}
