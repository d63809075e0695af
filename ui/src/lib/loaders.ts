import type { UrlType } from '@/lib/api/types'

export { isLoader, loaderName } from './loader-names'

export const pluginLoaders = ['bukkit', 'spigot', 'paper', 'purpur', 'sponge', 'folia'] as const
export const pluginPlatforms = ['bungeecord', 'waterfall', 'velocity'] as const
export const allPluginLoaders: readonly string[] = [...pluginLoaders, ...pluginPlatforms]
export const modLoaders: readonly string[] = ['forge', 'fabric', 'quilt', 'liteloader', 'modloader', 'rift', 'neoforge']
export const hiddenModLoaders: readonly string[] = ['liteloader', 'modloader', 'rift']
export const dataPackLoaders: readonly string[] = ['datapack']
export const softwareLoaders: readonly string[] = ['windows', 'linux', 'macos']
export const shaderLoaders: readonly string[] = ['iris', 'optifine', 'canvas', 'vanilla']

/** Selecting a plugin loader also selects those that it can run. */
export const impliedLoaders: Record<string, readonly string[]> = {
  purpur: ['paper', 'spigot', 'bukkit'],
  paper: ['spigot', 'bukkit'],
  spigot: ['bukkit'],
  waterfall: ['bungeecord'],
}

/** The type in a project's address: derived from loaders for mods, the stored type for all others. */
export function urlTypeOf(projectType: string, loaders: readonly string[]): UrlType {
  if (projectType === 'mod') {
    if (loaders.some((one) => dataPackLoaders.includes(one))) return 'datapack'
    if (loaders.some((one) => allPluginLoaders.includes(one))) return 'plugin'
    return 'mod'
  }
  return projectType as UrlType
}
