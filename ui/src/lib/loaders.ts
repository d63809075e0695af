import type { UrlType } from '@/lib/api/types'
import { loaderFacts } from './loaders.gen'

const facts: Readonly<Record<string, readonly [name: string, family: string]>> = loaderFacts
const of = (...families: string[]): readonly string[] => Object.keys(facts).filter((id) => families.includes(facts[id]?.[1] ?? ''))

export const pluginLoaders = of('plugin')
export const pluginPlatforms = of('proxy')
export const allPluginLoaders = of('plugin', 'proxy')
export const modLoaders = of('mod', 'legacy')
export const hiddenModLoaders = of('legacy')
const dataPackLoaders = of('datapack')
export const softwareLoaders = of('software')
export const shaderLoaders = of('shader')

/** The loaders that distinguish a type among projects stored as mods; none for other types. */
export function loadersOfType(type: string): readonly string[] {
  return type === 'mod' ? modLoaders : type === 'plugin' ? allPluginLoaders : type === 'datapack' ? dataPackLoaders : []
}

/** Name of a loader or platform; an unknown id is shown unchanged. */
export function loaderName(id: string): string {
  return Object.hasOwn(facts, id) ? (facts[id]?.[0] ?? id) : id
}

/** Whether an id names a loader or platform and not a category. */
export function isLoader(id: string): boolean {
  return Object.hasOwn(facts, id)
}

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
