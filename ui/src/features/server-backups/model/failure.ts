import type { Happening } from '@/features/server/parts'
import { serverHistoryText } from '@/lib/i18n/zh-Hans/server-history'
import { serverBackupsText as t } from '@/lib/i18n/zh-Hans/server-backups'

/** So long a failed restore is said on the page, in ms. */
const SAID_MS = 24 * 3_600_000

/** Why the last restore, also one of a single file, or its undo, failed; undefined where it did not. `entries` begin with the newest. */
export function restoreFailure(entries: readonly Happening[], now: number): string | undefined {
  const last = entries.find(({ kind }) => /^(files-)?restore/.test(kind))
  if (!last || !last.kind.endsWith('restore-failed') || now - Date.parse(last.at) > SAID_MS) return undefined
  const cause = typeof last.detail.cause === 'string' ? last.detail.cause : ''
  return t.restoreFailed(serverHistoryText.causes[cause] ?? t.unknownReason)
}
