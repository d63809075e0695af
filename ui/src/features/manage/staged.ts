import { queryOptions } from '@tanstack/react-query'
import { apiPath, get, send } from '@/lib/api/client'
import type { Channel, DependencyType, Side } from '@/lib/api/types'
import { upload } from '@/lib/api/upload'

export type Finding = { level: 'refusal' | 'warning' | 'pass'; field: string; text: string }

type Told<T> = { value: T; source: string }

export type DetectedDependency = {
  id: string
  dependency_type: DependencyType
  range?: string
  source: string
  project: { id: string; slug: string; title: string; icon_url: string | null } | null
}

/** What a file says of the version it is for, each with the place it stands in. */
export type Detected = {
  name?: Told<string>
  version_number?: Told<string>
  version_type?: Told<Channel>
  loaders?: Told<string[]>
  /** `more` is what an open range would allow as well. */
  game_versions?: Told<string[]> & { more?: string[] }
  environment?: { client_side: Side; server_side: Side; source: string }
  dependencies: DetectedDependency[]
  mod_ids: string[]
  embedded: string[]
}

/** A file that was sent for a version to come. */
export type StagedFile = {
  id: string
  name: string
  size: number
  hashes: { sha1: string; sha512: string }
  expires: string
  detected: Detected
  problems: Finding[]
}

export type StagedRef = { id: string; file_type: string; primary: boolean }

type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

export function stageFile(project: string, file: File, { onProgress, signal }: Sending): Promise<StagedFile> {
  return upload<StagedFile>(apiPath('/_internal/version-file', { project_id: project, name: file.name }), file, { onProgress, signal })
}

/** Forgets a staged file; one that cannot be reached now expires by itself. */
export function dropStaged(id: string): void {
  void send('DELETE', `/_internal/version-file/${id}`).catch(() => undefined)
}

export const stagedQueries = {
  /** What the account left behind for a project, for example when the page was reloaded. */
  left: (project: string) =>
    queryOptions({
      queryKey: ['staged', project] as const,
      queryFn: ({ signal }) => get<StagedFile[]>('/_internal/version-file', { query: { project_id: project }, signal }),
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    }),
  /** What publishing would say of the files, by the rules of the server. */
  problems: (project: string, loaders: string[], game_versions: string[], files: StagedRef[]) =>
    queryOptions({
      queryKey: ['staged', project, 'problems', loaders, game_versions, files] as const,
      queryFn: ({ signal }) =>
        send<{ id: string; problems: Finding[] }[]>('POST', '/_internal/version-problems', { body: { project_id: project, loaders, game_versions, staged_files: files }, signal }),
      enabled: files.length > 0 && loaders.length > 0,
      staleTime: Infinity,
      gcTime: 60_000,
      retry: false,
    }),
}
