import { licenseNames as t } from '@/lib/i18n/zh-Hans/license-names'

const PREFIX = 'LicenseRef-'

/** Display name of a licence id. */
export function licenseName(id: string): string {
  if (id === `${PREFIX}All-Rights-Reserved`) return t.allRightsReserved
  if (id === `${PREFIX}Unknown` || id === '') return t.unknown
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length).replaceAll('-', ' ') : id
}
