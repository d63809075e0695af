/** What an entry of a folder is. `other` is a socket, a pipe or a device: it can only be deleted. */
export type FileType = 'file' | 'directory' | 'symlink' | 'other'

/** An entry of a folder. Times are seconds since 1970. */
export type FileItem = {
  name: string
  type: FileType
  path: string
  modified: number
  created: number
  /** The number of entries of a folder. */
  count?: number
  /** The length of a file in bytes. */
  size?: number
  /** What a symbolic link names. */
  target?: string
}

/** A page of a folder: folders first, then by name. */
export type FileList = {
  items: readonly FileItem[]
  /** The number of pages, and this one, from 1. */
  total: number
  current: number
  /** The number of entries in all pages. */
  count: number
  /** Bytes that the server's folder holds, and that its plan allows; `room` is 0 where there is no bound. */
  used: number
  room: number
}

export type Trashed = {
  id: string
  path: string
  type: FileType
  size: number
  /** ISO times: when it was deleted, and when it is removed for good. */
  deleted: string
  until: string
}

/** What a search has found, in the order of the paths. `more`: something may be missing. */
export type FileFound = { items: readonly FileItem[]; more: boolean }

/** What an extraction would do. */
export type Unarchived = {
  modpack_name: string | null
  /** Paths that exist already; at most 100 are named. */
  conflicting_files: readonly string[]
  entries: number
  bytes: number
}

type OperationState =
  | 'queued'
  | 'ongoing'
  | 'done'
  | 'cancelled'
  | 'failed-corrupted'
  | 'failed-invalid-path'
  | 'failed-too-large'
  | 'failed-conflict'
  | 'failed'

/** An extraction on its way, or ended and not dismissed. Progress is from 0 to 1. */
export type FileOperation = {
  id: string
  op: 'unarchive'
  src: string
  trg: string
  state: OperationState
  progress: number
  bytes_processed: number
  files_processed: number
  current_file: string
  started: string
}

export type Extraction = { src: string; trg: string; override: boolean }
