import { useMutation } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import { versionData, type VersionDraft } from './model/version-draft'
import type { StagedRef } from './staged'

const meta = { touches: ['projects'] } as const

/** A version whose release is planned is a draft at first. */
export type NewVersion = { draft: VersionDraft; staged: readonly StagedRef[]; status: 'listed' | 'draft'; key: string }

/** Publishes a version with the files that were sent before. The caller shows what goes wrong. */
export function useCreateVersion(project: string) {
  return useMutation({
    meta,
    mutationFn: ({ draft, staged, status, key }: NewVersion) => {
      const body = new FormData()
      const data = { project_id: project, ...versionData(draft), status, file_parts: [], staged_files: staged }
      body.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }))
      return send('POST', '/v2/version', { body, idempotencyKey: key })
    },
    onError: () => undefined,
  })
}

/** `primary` is the sha512 of a file that the version has; a new file says of itself that it is the main one. */
export type VersionEdit = {
  draft: VersionDraft
  staged: readonly StagedRef[]
  removed: readonly string[]
  primary: string | undefined
  kinds: Readonly<Record<string, string>>
  key: string
}

/** Saves an edited version, its files among it, in one command. */
export function useEditVersion(version: string) {
  return useMutation({
    meta,
    mutationFn: ({ draft, staged, removed, primary, kinds, key }: VersionEdit) =>
      send('PATCH', '/v2/version/{id}', {
        params: { id: version },
        idempotencyKey: key,
        body: {
          ...versionData(draft),
          staged_files: staged,
          remove_files: removed,
          file_types: Object.entries(kinds).map(([hash, kind]) => ({ algorithm: 'sha512', hash, file_type: kind === '' ? null : kind })),
          ...(primary ? { primary_file: ['sha512', primary] } : {}),
        },
      }),
    onError: () => undefined,
  })
}

export function useDeleteVersion() {
  return useMutation({
    meta,
    mutationFn: (version: string) => send('DELETE', '/v2/version/{id}', { params: { id: version } }),
  })
}
