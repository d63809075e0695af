import type { InstallFailure } from '@/lib/hosting/installs'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'

const t = serverLoaderText.failure

export type Told = { what: string; subject?: string | undefined; hint?: string | undefined }

/** Why an installation failed, in words: what happened, what it is about, what can be done. */
export function tellFailure({ reason, subject }: Pick<InstallFailure, 'reason' | 'subject'>): Told {
  return { what: t.reasons[reason] ?? t.unknown, subject: subject || undefined, hint: t.hints[reason] }
}
