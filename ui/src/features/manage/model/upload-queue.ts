import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import type { StagedFile } from '../staged'
import { MAX_FILE_BYTES } from './version-draft'

export type UploadState = 'waiting' | 'sending' | 'checking' | 'staged' | 'failed' | 'cancelled'

/** A file on its way to the server, or there. */
export type UploadRow = {
  key: string
  name: string
  size: number
  /** What is sent; a file that was left behind by an earlier visit is on the server only. */
  file?: File
  state: UploadState
  /** Bytes sent, and bytes a second. */
  sent: number
  rate: number
  error?: string
  /** Whether sending it again may help. */
  again?: boolean
  staged?: StagedFile
  /** `file_type` of the API; empty for none. */
  kind: string
}

const AT_ONCE = 3

export function isBusy(row: UploadRow): boolean {
  return row.state === 'waiting' || row.state === 'sending' || row.state === 'checking'
}

/** The rows to start now, so that no more than a few are on their way. */
export function startable(rows: readonly UploadRow[]): UploadRow[] {
  const running = rows.filter((row) => row.state === 'sending' || row.state === 'checking').length
  return rows.filter((row) => row.state === 'waiting').slice(0, Math.max(0, AT_ONCE - running))
}

/** What a file is for, as far as its name tells. */
export function kindOfName(name: string): string {
  if (/\.(sig|asc)$/i.test(name)) return 'signature'
  if (/[-_.]sources?\.jar$/i.test(name)) return 'sources-jar'
  if (/[-_.]javadocs?\.jar$/i.test(name)) return 'javadoc-jar'
  if (/[-_.](dev|deobf)\.jar$/i.test(name)) return 'dev-jar'
  return ''
}

/** New rows for chosen files; same names, empty and too large ones are left out and named. */
export function newRows(taken: readonly string[], files: readonly File[], key: () => string): { rows: UploadRow[]; refused: string[] } {
  const rows: UploadRow[] = []
  const refused: string[] = []
  const names = new Set(taken)
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES) refused.push(t.tooLarge(file.name))
    else if (file.size === 0) refused.push(t.emptyFile(file.name))
    else if (names.has(file.name)) refused.push(t.sameName(file.name))
    else {
      names.add(file.name)
      rows.push({ key: key(), name: file.name, size: file.size, file, state: 'waiting', sent: 0, rate: 0, kind: kindOfName(file.name) })
    }
  }
  return { rows, refused }
}

/** A row for a file that is on the server already. */
export function stagedRow(staged: StagedFile): UploadRow {
  return {
    key: staged.id,
    name: staged.name,
    size: staged.size,
    state: 'staged',
    sent: staged.size,
    rate: 0,
    staged,
    kind: kindOfName(staged.name),
  }
}

/** The speed after another stretch, smoothed so that it can be read. */
export function nextRate(rate: number, bytes: number, ms: number): number {
  if (ms <= 0) return rate
  const now = (bytes / ms) * 1000
  return rate === 0 ? now : rate * 0.7 + now * 0.3
}

/** The file that becomes the main one when nobody chooses: the first that is not meant for something else. */
export function mainRow(rows: readonly UploadRow[], chosen: string | undefined): UploadRow | undefined {
  const fit = rows.filter((row) => row.state !== 'failed' && row.state !== 'cancelled')
  return fit.find((row) => row.key === chosen) ?? fit.find((row) => row.kind === '') ?? fit[0]
}
