export type UploadState = 'waiting' | 'sending' | 'checking' | 'done' | 'failed' | 'cancelled'

/** A file on its way to the server, or there. `T` is what the server says of it. */
export type UploadRow<T = unknown> = {
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
  answer?: T
}

export function isBusy(row: UploadRow): boolean {
  return row.state === 'waiting' || row.state === 'sending' || row.state === 'checking'
}

/** A row for a file that waits to be sent. */
export function waitingRow(key: string, file: File): UploadRow<never> {
  return { key, name: file.name, size: file.size, file, state: 'waiting', sent: 0, rate: 0 }
}

/** The rows to start now, so that no more than so many are on their way. */
export function startable<T>(rows: readonly UploadRow<T>[], atOnce: number): UploadRow<T>[] {
  const running = rows.filter((row) => row.state === 'sending' || row.state === 'checking').length
  return rows.filter((row) => row.state === 'waiting').slice(0, Math.max(0, atOnce - running))
}

/** The speed after another stretch, smoothed so that it can be read. */
export function nextRate(rate: number, bytes: number, ms: number): number {
  if (ms <= 0) return rate
  const now = (bytes / ms) * 1000
  return rate === 0 ? now : rate * 0.7 + now * 0.3
}
