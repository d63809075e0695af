import { projectText } from '@/lib/i18n/zh-Hans/project'

const PREFIX = 'LicenseRef-'

/** Display name of a licence id. */
export function licenseName(id: string): string {
  if (id === `${PREFIX}All-Rights-Reserved`) return projectText.license.allRightsReserved
  if (id === `${PREFIX}Unknown` || id === '') return projectText.license.unknown
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length).replaceAll('-', ' ') : id
}
