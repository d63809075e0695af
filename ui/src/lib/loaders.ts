import type { UrlType } from '@/lib/api/types'

export const pluginLoaders = ['bukkit', 'spigot', 'paper', 'purpur', 'sponge', 'folia'] as const
export const pluginPlatforms = ['bungeecord', 'waterfall', 'velocity'] as const
export const allPluginLoaders: readonly string[] = [...pluginLoaders, ...pluginPlatforms]
export const modLoaders: readonly string[] = ['forge', 'fabric', 'quilt', 'liteloader', 'modloader', 'rift', 'neoforge']
export const hiddenModLoaders: readonly string[] = ['liteloader', 'modloader', 'rift']
export const dataPackLoaders: readonly string[] = ['datapack']
export const softwareLoaders: readonly string[] = ['windows', 'linux', 'macos']
export const shaderLoaders: readonly string[] = ['iris', 'optifine', 'canvas', 'vanilla']

const names: Record<string, string> = {
  fabric: 'Fabric',
  forge: 'Forge',
  neoforge: 'NeoForge',
  quilt: 'Quilt',
  liteloader: 'LiteLoader',
  modloader: "Risugami's ModLoader",
  rift: 'Rift',
  bukkit: 'Bukkit',
  spigot: 'Spigot',
  paper: 'Paper',
  purpur: 'Purpur',
  folia: 'Folia',
  sponge: 'Sponge',
  bungeecord: 'BungeeCord',
  waterfall: 'Waterfall',
  velocity: 'Velocity',
  datapack: '数据包',
  iris: 'Iris',
  optifine: 'OptiFine',
  canvas: 'Canvas',
  vanilla: '原版光影',
  minecraft: '资源包',
  mrpack: '整合包',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  language: '汉化包',
}

/** Name of a loader or platform; an unknown one is shown as it is written. */
export function loaderName(id: string): string {
  return names[id] ?? id
}

/** True for an id that names a loader or platform and not a category. */
export function isLoader(id: string): boolean {
  return Object.hasOwn(names, id)
}

/** Choosing a plugin loader also chooses those it can run. */
export const impliedLoaders: Record<string, readonly string[]> = {
  purpur: ['paper', 'spigot', 'bukkit'],
  paper: ['spigot', 'bukkit'],
  spigot: ['bukkit'],
  waterfall: ['bungeecord'],
}

/** The type a project's address carries: by loaders for mods, as stored for all others. */
export function urlTypeOf(projectType: string, loaders: readonly string[]): UrlType {
  if (projectType === 'mod') {
    if (loaders.some((one) => dataPackLoaders.includes(one))) return 'datapack'
    if (loaders.some((one) => allPluginLoaders.includes(one))) return 'plugin'
    return 'mod'
  }
  return projectType as UrlType
}
