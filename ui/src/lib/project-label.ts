import { typeOf } from './content-types'
import { allPluginLoaders, loadersOfType, modLoaders } from './loaders'
import { mixedLabels } from './mixed.gen'

/** The label of a project: of all the kinds of loaders where it has several, otherwise of its type. */
export function projectLabel({ url_type, loaders }: { url_type: string; loaders: readonly string[] }): string {
  const type = typeOf(url_type)
  const kinds = { mod: modLoaders, plugin: allPluginLoaders, datapack: loadersOfType('datapack') }
  const found = Object.entries(kinds).flatMap(([kind, of]) => (of.some((one) => loaders.includes(one)) ? [kind] : []))
  return (type?.actual === 'mod' ? mixedLabels[found.join(' ')] : undefined) ?? type?.label ?? ''
}
