import type { SoftwareVersion } from '@/lib/hosting/installs'

/** What somebody has chosen so far; what is not chosen follows from the lists and from what is installed. */
export type Wanted = { loader?: string; game?: string; version?: string; snapshots?: boolean }

/** What is installed now. */
export type Present = { loader: string | null; loader_version: string | null; mc_version: string | null }

const same = (a: string, b: string | null) => a.toLowerCase() === b?.toLowerCase()

/** The newest stable version of a list that begins with the newest; where none is stable, the newest. */
const newest = (list: readonly SoftwareVersion[]): string | undefined => (list.find(({ stable }) => stable) ?? list[0])?.version

const has = (list: readonly SoftwareVersion[], version: string | null | undefined): version is string =>
  list.some((one) => one.version === version)

export function loaderOf(wanted: Wanted, loaders: readonly string[], present: Present): string | undefined {
  return loaders.find((one) => one === wanted.loader) ?? loaders.find((one) => same(one, present.loader)) ?? loaders[0]
}

/** Whether snapshots are listed: as somebody switched it, else where one is installed or where there is nothing else. */
export function showsSnapshots(wanted: Wanted, games: readonly SoftwareVersion[], present: Present): boolean {
  if (games.every(({ stable }) => !stable)) return true
  return wanted.snapshots ?? games.some(({ version, stable }) => !stable && version === present.mc_version)
}

export function gamesOf(wanted: Wanted, games: readonly SoftwareVersion[], present: Present): readonly SoftwareVersion[] {
  return showsSnapshots(wanted, games, present) ? games : games.filter(({ stable }) => stable)
}

/** The version of the game: the chosen one, else the installed one, else the newest stable one. */
export function gameOf(wanted: Wanted, shown: readonly SoftwareVersion[], present: Present): string | undefined {
  return has(shown, wanted.game) ? wanted.game : has(shown, present.mc_version) ? present.mc_version : newest(shown)
}

/** The version of the loader: the chosen one, else the newest stable one; undefined where the loader has none. */
export function versionOf(wanted: Wanted, versions: readonly SoftwareVersion[]): string | undefined {
  return has(versions, wanted.version) ? wanted.version : newest(versions)
}

/** Another loader, or another version of the game: what depends on it is chosen anew. */
export const withLoader = ({ game, snapshots }: Wanted, loader: string): Wanted => ({ ...given({ game, snapshots }), loader })
export const withGame = ({ loader, snapshots }: Wanted, game: string): Wanted => ({ ...given({ loader, snapshots }), game })

/** Without what is undefined. */
const given = (wanted: { [Key in keyof Wanted]: Wanted[Key] | undefined }): Wanted =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))

/** Whether a version of the game is older than the installed one, by a list that begins with the newest. */
export function isOlder(game: string, games: readonly SoftwareVersion[], present: Present): boolean {
  const now = games.findIndex(({ version }) => version === present.mc_version)
  return now >= 0 && games.findIndex(({ version }) => version === game) > now
}
