import { queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError } from '@/lib/api/errors'
import { backups, type Autobackup } from '@/lib/hosting/backups'
import { files } from '@/lib/hosting/files'
import type { NodeSession } from '@/lib/hosting/node-session'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'
import { parentOf, standingOf, type Standing } from './model/inside'
import { someMoving } from './model/limits'

/** How often the list is read again: while one is on its way, and else, in ms. */
const SOON_MS = 2_000
const OFTEN_MS = 30_000
/** A folder is looked through for a name as far as its first page goes, in entries. */
const LOOKED = 1_000

/** The keys begin with `servers`, which the live stream and all commands about servers invalidate. The client repeats failed requests itself. */
export const backupQueries = {
  list: (id: string) =>
    queryOptions({
      queryKey: ['servers', 'backups', id] as const,
      queryFn: ({ signal }) => backups.list(id, signal),
      retry: false,
      refetchInterval: ({ state }) => (someMoving(state.data ?? []) ? SOON_MS : OFTEN_MS),
    }),
  automatic: (id: string) =>
    queryOptions({
      queryKey: ['servers', 'autobackup', id] as const,
      queryFn: ({ signal }) => backups.automatic(id, signal),
      retry: false,
    }),
  /** A folder in a backup: what lies in it never changes. */
  kept: (id: string, backup: string, session: NodeSession, path: string) =>
    queryOptions({
      queryKey: ['server-backup', id, backup, path] as const,
      queryFn: ({ signal }) => backups.kept(session, path, signal),
      staleTime: Infinity,
      retry: false,
    }),
  /** What the server has at a path now. */
  standing: (id: string, session: NodeSession, path: string) =>
    queryOptions({
      queryKey: ['server-standing', id, path] as const,
      queryFn: ({ signal }) => standing(session, path, signal),
      gcTime: 0,
      retry: false,
    }),
}

async function standing(session: NodeSession, path: string, signal: AbortSignal): Promise<Standing> {
  try {
    return standingOf(await files.list(session, { path: parentOf(path), page: 1, page_size: LOOKED }, signal), path)
  } catch (error) {
    if (ApiError.is(error, 404)) return { known: true }
    throw error
  }
}

const meta = { touches: ['servers'] } as const

/** A failure of the hosting API with its text and what it means. */
export function tellFailure(error: unknown): void {
  const known = error instanceof ApiError ? error : undefined
  toast(known?.message ?? siteText.errorTitle, known?.description ?? siteText.unknownError, 'error')
}

// Forms show what goes wrong in the first three.

export function useCreate(id: string) {
  return useMutation({
    meta,
    mutationFn: ({ name, key }: { name: string; key: string }) => backups.create(id, name, key),
    onError: () => undefined,
  })
}

export function useRename(id: string, backup: string) {
  return useMutation({ meta, mutationFn: (name: string) => backups.rename(id, backup, name), onError: () => undefined })
}

export function useSetAutomatic(id: string) {
  return useMutation({ meta, mutationFn: (given: Autobackup) => backups.setAutomatic(id, given), onError: () => undefined })
}

export type Act = { action: Parameters<typeof backups.act>[2]; said: string }

export function useAct(id: string, backup: string) {
  return useMutation({
    meta,
    mutationFn: ({ action }: Act) => backups.act(id, backup, action),
    onSuccess: (_answer, { said }) => toast(said),
    onError: tellFailure,
  })
}

export function useRestoreFiles(id: string, backup: string, said: string) {
  return useMutation({
    meta,
    mutationFn: (path: string) => backups.restoreFiles(id, backup, path),
    onSuccess: () => toast(said),
    onError: tellFailure,
  })
}

/** `said` comes before the refetch: after it the backup's row is gone. */
export function useRemove(id: string, backup: string, said: string) {
  return useMutation({ meta, mutationFn: () => backups.remove(id, backup), onSuccess: () => toast(said), onError: tellFailure })
}
