import type { Kind, Mod } from '@/lib/hosting/content'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'

/** The one thing that a row says of a file. */
export type Phase = 'pending' | 'installed' | 'failed' | 'disabled' | 'missing'

/** A file with the project and the version that were decided for it. */
export type Decided = Mod & { project_id: string; version_id: string }

const SUFFIX = '.disabled'

/** A path and its disabled twin are two files. */
export const keyOf = ({ path, disabled, unmanaged }: Mod): string => (unmanaged && disabled ? path + SUFFIX : path)

export const isDecided = (mod: Mod): mod is Decided => !mod.unmanaged && mod.project_id !== null && mod.version_id !== null

const failureOf = ({ status }: Mod) => (typeof status === 'string' ? undefined : status.failed.error)

export function phaseOf(mod: Mod): Phase {
  if (failureOf(mod) !== undefined) return 'failed'
  if (mod.status === 'pending') return 'pending'
  if (mod.missing) return 'missing'
  return mod.disabled ? 'disabled' : 'installed'
}

/** Why it could not be installed, in words. */
export function reasonOf(mod: Mod): string | undefined {
  const failure = failureOf(mod)
  return failure && (t.failures[failure] ?? t.failures.other)
}

export const titleOf = ({ name, filename }: Pick<Mod, 'name' | 'filename'>): string => name ?? filename

/** What lies on the disk can be disabled and enabled: a file that is only decided has no name to change. */
export const isOnDisk = (mod: Mod): boolean => phaseOf(mod) === 'installed' || phaseOf(mod) === 'disabled'

/** Where the file is, and where it is after it was disabled or enabled. */
export function moveOf({ path, disabled }: Pick<Mod, 'path' | 'disabled'>): { source: string; destination: string } {
  return disabled ? { source: path + SUFFIX, destination: path } : { source: path, destination: path + SUFFIX }
}

/** Where the file lies now. */
export const placeOf = (mod: Pick<Mod, 'path' | 'disabled'>): string => moveOf(mod).source

/** What 全部更新 changes: what has an update and is not pinned. */
export const toUpdate = (list: readonly Mod[]): readonly Decided[] =>
  list.filter(isDecided).filter(({ has_update: newer, pinned, installing }) => newer && !pinned && !installing)

/** How many files have an update that a pin holds back. */
export const heldBack = (list: readonly Mod[]): number => list.filter(({ has_update: newer, pinned }) => newer && pinned).length

export type State = 'update' | 'disabled' | 'failed' | 'unmanaged'
export type Filter = { text: string; kind?: Kind | undefined; state?: State | undefined }

const states: Readonly<Record<State, (mod: Mod) => boolean>> = {
  update: ({ has_update: newer }) => newer,
  disabled: ({ disabled }) => disabled,
  failed: (mod) => phaseOf(mod) === 'failed' || phaseOf(mod) === 'missing',
  unmanaged: ({ unmanaged }) => unmanaged,
}

export const isState = (text: string | undefined): text is State => text !== undefined && text in states

/** How many files have each state. */
export function countsOf(list: readonly Mod[]): Readonly<Record<State, number>> {
  const count = (state: State) => list.filter(states[state]).length
  return { update: count('update'), disabled: count('disabled'), failed: count('failed'), unmanaged: count('unmanaged') }
}

/** The files that a filter leaves, by their names. */
export function shownOf(list: readonly Mod[], { text, kind, state }: Filter): readonly Mod[] {
  const wanted = text.trim().toLowerCase()
  return list
    .filter((mod) => kind === undefined || mod.kind === kind)
    .filter((mod) => state === undefined || states[state](mod))
    .filter(({ name, filename, owner }) =>
      [name, filename, owner?.name].some((one) => wanted === '' || one?.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => titleOf(a).localeCompare(titleOf(b), 'zh-Hans', { numeric: true }) || a.filename.localeCompare(b.filename))
}
