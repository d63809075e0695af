import type { Version, VersionFile } from '@/lib/api/types'
import type { VersionsAsked } from '@/lib/project-queries'
import { parseVersionSearch, type VersionSearch } from './version-search'

export { parseVersionSearch } from './version-search'
export type { VersionSearch } from './version-search'

export const VERSIONS_PER_PAGE = 20

/** The part of the versions that an address shows. */
export function versionsAsked({ g, l, c, page = 1 }: VersionSearch): VersionsAsked {
  return { game_versions: g, loaders: l, version_types: c, limit: VERSIONS_PER_PAGE, offset: (page - 1) * VERSIONS_PER_PAGE }
}

/** A filter with one value chosen or given up, back on the first page. */
export function toggled(search: VersionSearch, key: 'g' | 'l' | 'c', value: string): VersionSearch {
  const before: readonly string[] = search[key] ?? []
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return replaced(search, key, values)
}

/** A filter with its values replaced, back on the first page. */
export function replaced(search: VersionSearch, key: 'g' | 'l' | 'c', values: readonly string[]): VersionSearch {
  return parseVersionSearch({ ...search, page: undefined, [key]: values })
}

/** The file to download: the one marked primary, else the first. */
export function primaryFile(version: Version): VersionFile | undefined {
  return version.files.find((file) => file.primary) ?? version.files[0]
}
