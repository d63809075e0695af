import type { Answer } from '@/lib/api/operations'
import type { SettingsFile } from '@/lib/hosting/settings'

/** Settings that were decided on the site; pending until the node has written them. The value of a secret is null for who may not read files. */
export type DecidedSettings = Answer<'GET', '/v3/server/{id}/properties'>

/** The values that a page shows: those of the file, and before them those that are on their way there. */
export function valuesOf(file: SettingsFile | undefined, decided: DecidedSettings['decided']): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [key, value] of Object.entries(file ?? {})) values[key] = String(value)
  for (const [key, one] of Object.entries(decided)) if (one.value !== null && (one.pending || !file)) values[key] = one.value
  return values
}

/** Changes that still are some. */
export function realChanges(changes: Readonly<Record<string, string>>, shown: (key: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(changes).filter(([key, value]) => value !== shown(key)))
}
