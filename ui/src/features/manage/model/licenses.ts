import { licenseNames } from '@/lib/i18n/zh-Hans/license-names'

export type LicenseTag = { short: string; name: string }

export const UNKNOWN = 'LicenseRef-Unknown'
const ALL_RIGHTS = 'LicenseRef-All-Rights-Reserved'

const common = [
  'MIT',
  'Apache-2.0',
  ALL_RIGHTS,
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'AGPL-3.0-only',
  'MPL-2.0',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'CC0-1.0',
]
const refForm = /^[A-Za-z0-9.-]{1,100}$/

/** The licences to choose from: the usual ones first; with a text, all whose id or name holds every word of it. */
export function offeredLicenses(all: readonly LicenseTag[], text: string): LicenseTag[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  // The one that is no licence has the name by which the page speaks of it.
  const known = all
    .filter((one) => one.short !== UNKNOWN)
    .map((one) => (one.short === ALL_RIGHTS ? { ...one, name: `${licenseNames.allRightsReserved} ${one.name}` } : one))
  if (words.length === 0) return common.flatMap((id) => known.find((one) => one.short === id) ?? [])
  const rank = (one: LicenseTag) => (one.short.toLowerCase() === words.join(' ') ? 0 : common.includes(one.short) ? 1 : 2)
  return known
    .filter((one) => words.every((word) => `${one.short} ${one.name}`.toLowerCase().includes(word)))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, 40)
}

/** The id of a licence of one's own; undefined where its name cannot be one. */
export function customLicense(name: string): string | undefined {
  const value = name.trim().replace(/\s+/g, '-')
  return refForm.test(value) ? `LicenseRef-${value}` : undefined
}
