export type UploadState = 'waiting' | 'sending' | 'checking' | 'done' | 'failed' | 'cancelled'

/** A file that is being uploaded or is on the server. `T` is the server's document of it. */
export type UploadRow<T = unknown> = {
  key: string
  name: string
  size: number
  /** The uploaded file; a file of an earlier visit is only on the server. */
  file?: File
  state: UploadState
  /** Bytes sent, and bytes a second. */
  sent: number
  rate: number
  error?: string
  /** Whether a retry may succeed. */
  again?: boolean
  answer?: T
}

export function isBusy(row: UploadRow): boolean {
  return row.state === 'waiting' || row.state === 'sending' || row.state === 'checking'
}

/** A row for a queued file. */
export function waitingRow(key: string, file: File): UploadRow<never> {
  return { key, name: file.name, size: file.size, file, state: 'waiting', sent: 0, rate: 0 }
}

/** The rows to start now, within the limit of concurrent uploads. */
export function startable<T>(rows: readonly UploadRow<T>[], atOnce: number): UploadRow<T>[] {
  const running = rows.filter((row) => row.state === 'sending' || row.state === 'checking').length
  return rows.filter((row) => row.state === 'waiting').slice(0, Math.max(0, atOnce - running))
}

/** The smoothed speed after another interval. */
export function nextRate(rate: number, bytes: number, ms: number): number {
  if (ms <= 0) return rate
  const now = (bytes / ms) * 1000
  return rate === 0 ? now : rate * 0.7 + now * 0.3
}
