import { loadersOfType, pluginLoaders } from '@/lib/loaders'
import type { Kind, Mod, Version } from './content'
import type { Server } from './servers'

type Software = Pick<Server, 'loader' | 'mc_version'>

/** The loader of a server as versions name it; undefined while nothing is installed. */
const loaderOf = ({ loader }: Pick<Software, 'loader'>): string | undefined => loader?.toLowerCase() || undefined

/** The loader that content of a type needs on a server. Data packs are read by the game itself. */
export const neededLoader = (server: Pick<Software, 'loader'>, type: string): string | undefined =>
  type === 'datapack' ? 'datapack' : loaderOf(server)

/** The types that a server takes: mods or plugins by its loader, and data packs always. Where the loader is unknown, all of them. */
export function kindsFor(server: Pick<Software, 'loader'>): readonly Kind[] {
  const loader = loaderOf(server)
  if (loader === 'vanilla') return ['datapack']
  if (loader && pluginLoaders.includes(loader)) return ['plugin', 'datapack']
  if (loader && loadersOfType('mod').includes(loader)) return ['mod', 'datapack']
  return ['mod', 'plugin', 'datapack']
}

/** Whether a version is for what a server runs. What the server does not say yet, every version fits. */
export function fits(version: Pick<Version, 'game_versions' | 'loaders'>, server: Software, type: string): boolean {
  const loader = neededLoader(server, type)
  return (
    (!server.mc_version || version.game_versions.includes(server.mc_version)) && (loader === undefined || version.loaders.includes(loader))
  )
}

/** Only what everybody may download can be installed: a node has no account. */
export const isInstallable = ({ status, files, disk_only: elsewhere }: Pick<Version, 'status' | 'files' | 'disk_only'>): boolean =>
  files.length > 0 && !elsewhere && (status === 'listed' || status === 'archived')

/** The version to install, of those of a project, newest first: the first one that fits, otherwise the first one. */
export function versionFor(
  versions: readonly Version[],
  server: Software,
  type: string,
): { version: Version; fitting: boolean } | undefined {
  const possible = versions.filter(isInstallable)
  const fitting = possible.find((version) => fits(version, server, type))
  const version = fitting ?? possible[0]
  return version && { version, fitting: fitting !== undefined }
}

/** The version that a file is updated to: a later one for the same loader and the server's game version that is not less stable. */
export function updateFor(
  { version_id: id }: Pick<Mod, 'version_id'>,
  versions: readonly Version[],
  server: Software,
): Version | undefined {
  const at = versions.findIndex((version) => version.id === id)
  const current = versions[at]
  if (!current) return undefined
  return versions
    .slice(0, at)
    .find(
      (version) =>
        isInstallable(version) &&
        (version.version_type === 'release' || version.version_type === current.version_type) &&
        version.loaders.some((loader) => current.loaders.includes(loader)) &&
        (!server.mc_version || version.game_versions.includes(server.mc_version)),
    )
}
