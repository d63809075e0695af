import type { Version, VersionFile } from '@/lib/api/types'
import { parseVersionSearch, type VersionSearch } from './version-search'

export { parseVersionSearch } from './version-search'
export type { VersionSearch } from './version-search'

export const VERSIONS_PER_PAGE = 20

/** The versions that hold one of each chosen kind. */
export function filterVersions<V extends Version>(versions: readonly V[], { g, l, c }: VersionSearch): V[] {
  return versions.filter(
    (version) =>
      (!g || version.game_versions.some((name) => g.includes(name))) &&
      (!l || version.loaders.some((name) => l.includes(name))) &&
      (!c || c.includes(version.version_type)),
  )
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

/** Ids of the versions whose changelog says the same as the next older version's. Versions are newest first. */
export function duplicateChangelogs(versions: readonly Version[]): Set<string> {
  return new Set(versions.filter((one, at) => one.changelog !== '' && one.changelog === versions[at + 1]?.changelog).map((one) => one.id))
}

/** The version an address means: by id, or by number where the number is unique enough to be used. */
export function findVersion<V extends Version>(versions: readonly V[], key: string): V | undefined {
  return versions.find((one) => one.id === key) ?? versions.find((one) => one.version_number === key)
}

/** How a version is written in an address meant for people: by number, by id where a newer version has the number. Versions are newest first. */
export function displayEnding(versions: readonly Version[], version: Version): string {
  const first = versions.find((one) => one.version_number === version.version_number)
  const taken = versions.some((one) => one.id === version.version_number)
  return first?.id === version.id && !taken ? version.version_number : version.id
}
