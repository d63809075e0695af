import type { ChosenVersion, Version, VersionFile } from '@/lib/api/types'
import type { VersionsAsked } from '@/lib/version-queries'
import { versionsSize } from '@/lib/sizes.gen'
import { parseVersionSearch, type VersionSearch } from './version-search'

export { parseVersionSearch } from './version-search'
export type { VersionSearch } from './version-search'

/** The part of the versions that an address shows. */
export function versionsAsked({ g, l, c, page = 1 }: VersionSearch): VersionsAsked {
  return { game_versions: g, loaders: l, version_types: c, limit: versionsSize, offset: (page - 1) * versionsSize }
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

/** The part of a version that a download is offered by. */
export function chosenOf(version: Version): ChosenVersion {
  const file = primaryFile(version)
  return { ...version, file: file ? { url: file.url, filename: file.filename, size: file.size } : null }
}
