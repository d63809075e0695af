import { ApiError } from '@/lib/api/errors'
import { formatBytes } from '@/lib/format'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'

const t = serverFilesText.faults

/** What the folder holds, and what the plan allows, in bytes; `room` is 0 where there is no bound. */
export type Disk = { used: number; room: number }

export const leftOf = ({ used, room }: Disk): number | undefined => (room > 0 ? Math.max(0, room - used) : undefined)

/** A failure in words: what it means for files, and for a full disk what is left. */
export function faultOf(error: unknown, disk?: Disk): string {
  if (!(error instanceof ApiError)) return t.unexpected
  if (error.code === 'quota_disk' || error.status === 507) {
    const left = disk && leftOf(disk)
    return left === undefined ? t.quota : t.quotaLeft(formatBytes(left))
  }
  return t.codes[error.code] ?? (error.code.startsWith('http_') ? t.statuses[error.status] : undefined) ?? error.description
}

/** The names that failed, each with its reason; the rest in a number. */
export function faultsOf(failed: readonly { name: string; error: unknown }[], disk?: Disk): string {
  const most = 3
  const said = failed.slice(0, most).map(({ name, error }) => t.one(name, faultOf(error, disk)))
  return failed.length > most ? `${said.join('')}${t.more(failed.length - most)}` : said.join('')
}

/** The same failure in words about files. */
export function worded(error: unknown): unknown {
  return error instanceof ApiError ? new ApiError(error.status, error.code, faultOf(error), error.trace) : error
}

/** Why a folder was not packed. */
export function archiveFault(error: unknown): string {
  if (error instanceof ApiError && error.code === 'too_large') return serverFilesText.download.tooLarge
  if (error instanceof ApiError && error.code === 'wrong_type') return serverFilesText.download.odd
  return faultOf(error)
}
