import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import type { Version } from '@/lib/api/types'
import { upload } from '@/lib/api/upload'
import { refreshProjects } from './commands'
import { versionData, type VersionDraft } from './model/version-draft'

type Progress = { onProgress: (share: number) => void; signal: AbortSignal }

/** A form whose first part is the data; the files follow in the order of their names in `file_parts`. */
function form(data: object, files: readonly File[]): FormData {
  const body = new FormData()
  body.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }))
  files.forEach((file, at) => body.append(part(at), file, file.name))
  return body
}

const part = (at: number) => `file-${at}`

export type NewVersion = { draft: VersionDraft; files: readonly File[]; primary: number; key: string } & Progress

/** Publishes a version with its files. The caller shows what goes wrong. */
export function useCreateVersion(project: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, files, primary, key, onProgress, signal }: NewVersion) => {
      const data = { project_id: project, ...versionData(draft), status: 'listed', file_parts: files.map((_, at) => part(at)), primary_file: part(primary) }
      return upload<Version>('/v2/version', form(data, files), { onProgress, signal, idempotencyKey: key })
    },
    onSuccess: () => refreshProjects(client),
    onError: () => undefined,
  })
}

export type VersionEdit = { draft: VersionDraft; added: readonly File[]; removed: readonly string[]; primary: string | undefined } & Progress

/**
 * Saves an edited version: new files first, so that one remains whatever is removed, then the fields, then what
 * is to go. Files are named by their sha512.
 */
export function useEditVersion(version: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ draft, added, removed, primary, onProgress, signal }: VersionEdit) => {
      if (added.length > 0) await upload(`/v2/version/${version}/file`, form({}, added), { onProgress, signal })
      await send('PATCH', `/v2/version/${version}`, { body: { ...versionData(draft), ...(primary ? { primary_file: ['sha512', primary] } : {}) } })
      for (const hash of removed) await send('DELETE', `/v2/version_file/${hash}`, { query: { algorithm: 'sha512' } })
    },
    // Whatever was done before a failure is shown too.
    onSettled: () => refreshProjects(client),
    onError: () => undefined,
  })
}

export function useDeleteVersion() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (version: string) => send('DELETE', `/v2/version/${version}`),
    onSuccess: () => refreshProjects(client),
  })
}
