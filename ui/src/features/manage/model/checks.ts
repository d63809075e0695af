import type { UrlType } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { needsGameVersions, type VersionField } from './version-draft'

export type Check = { state: 'done' | 'open' | 'bad' | 'warn' | 'wait'; text: string }

export type CheckedFile = { name: string; busy: boolean; failed: boolean; levels: readonly string[] }

type CheckInput = {
  type: UrlType
  problems: Partial<Record<VersionField, string>>
  files: readonly CheckedFile[]
  /** The number stands in another version already. */
  taken: boolean
  /** Game versions that the file allows and that are not chosen. */
  missing: number
}

/** The list beside the form, in the order of the form. */
export function checksOf({ type, problems, files, taken, missing }: CheckInput): Check[] {
  const busy = files.filter((file) => file.busy).length
  const failed = files.filter((file) => file.failed).length
  const refused = files.filter((file) => file.levels.includes('refusal'))
  const warned = files.filter((file) => file.levels.includes('warning') && !file.levels.includes('refusal'))
  const checks: Check[] = []
  if (busy > 0) checks.push({ state: 'wait', text: t.stillSending(busy) })
  if (failed > 0) checks.push({ state: 'warn', text: t.failedFiles(failed) })
  for (const file of refused) checks.push({ state: 'bad', text: t.refusedFile(file.name) })
  for (const file of warned) checks.push({ state: 'warn', text: t.warnedFile(file.name) })
  if (problems.files) checks.push({ state: 'open', text: t.checks.files })
  else if (busy + failed + refused.length + warned.length === 0) checks.push({ state: 'done', text: t.checks.scanned })
  checks.push(
    problems.version_number
      ? { state: 'open', text: t.checks.number }
      : taken
        ? { state: 'warn', text: t.checks.numberTaken }
        : { state: 'done', text: t.checks.number },
  )
  checks.push({ state: problems.loaders ? 'open' : 'done', text: type === 'software' ? t.checks.platforms : t.checks.loaders })
  if (needsGameVersions(type)) {
    checks.push({ state: problems.game_versions ? 'open' : 'done', text: t.checks.gameVersions })
    if (missing > 0) checks.push({ state: 'warn', text: t.checks.rangeMissing(missing) })
  }
  return checks
}
