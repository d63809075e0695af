import type { Channel, Version, VersionFile } from '@/lib/api/types'
import { many, one } from '@/lib/url-search'

/** Filters of the versions and changelog pages, as their address says them. */
export type VersionSearch = { g?: string[]; l?: string[]; c?: Channel[]; page?: number }

export const VERSIONS_PER_PAGE = 20
const channels: readonly Channel[] = ['release', 'beta', 'alpha']

export function parseVersionSearch(raw: Record<string, unknown>): VersionSearch {
  const search: VersionSearch = {}
  const g = many(raw.g)
  if (g.length > 0) search.g = g
  const l = many(raw.l)
  if (l.length > 0) search.l = l
  const c = channels.filter((channel) => many(raw.c).includes(channel))
  if (c.length > 0) search.c = c
  const page = Number(one(raw.page))
  if (Number.isInteger(page) && page > 1) search.page = page
  return search
}

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
