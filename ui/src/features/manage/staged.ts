import { queryOptions } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'
import { upload } from '@/lib/api/upload'
import type { Sending } from '@/lib/uploads/use-upload-queue'

/** A file that was sent for a version to come. */
export type StagedFile = Answer<'GET', '/_internal/version-file'>[number]
/** What a file says of the version it is for, each with the place it stands in. */
export type Detected = StagedFile['detected']
export type DetectedDependency = Detected['dependencies'][number]
export type Finding = StagedFile['problems'][number]
export type StagedRef = BodyOf<'POST', '/_internal/version-problems'>['staged_files'][number]

export function stageFile(project: string, file: File, { onProgress, signal }: Sending): Promise<StagedFile> {
  return upload('POST', '/_internal/version-file', file, { query: { project_id: project, name: file.name }, onProgress, signal })
}

/** Forgets a staged file; one that cannot be reached now expires by itself. */
export function dropStaged(id: string): void {
  void send('DELETE', '/_internal/version-file/{id}', { params: { id } }).catch(() => undefined)
}

export const stagedQueries = {
  /** What the account left behind for a project, for example when the page was reloaded. */
  left: (project: string) =>
    queryOptions({
      queryKey: ['staged', project] as const,
      queryFn: ({ signal }) => get('/_internal/version-file', { query: { project_id: project }, signal }),
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    }),
  /** What publishing would say of the files, by the rules of the server. */
  problems: (project: string, loaders: string[], game_versions: string[], files: StagedRef[]) =>
    queryOptions({
      queryKey: ['staged', project, 'problems', loaders, game_versions, files] as const,
      queryFn: ({ signal }) =>
        send('POST', '/_internal/version-problems', { body: { project_id: project, loaders, game_versions, staged_files: files }, signal }),
      enabled: files.length > 0 && loaders.length > 0,
      staleTime: Infinity,
      gcTime: 60_000,
      retry: false,
    }),
}
