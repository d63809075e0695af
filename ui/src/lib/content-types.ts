import type { ActualType, UrlType } from '@/lib/api/types'

export type ContentType = {
  id: UrlType
  /** The stored type, used in the project_type facet. */
  actual: ActualType
  /** Label of the type in headings and menus. */
  label: string
  /** Label in page titles. */
  titleLabel: string
  /** Path of its listing. */
  path: string
}

function type(id: UrlType, actual: ActualType, label: string, titleLabel = label): ContentType {
  return { id, actual, label, titleLabel, path: `/${id}s` }
}

export const contentTypes: readonly ContentType[] = [
  type('mod', 'mod', '模组'),
  type('modpack', 'modpack', '整合包', '整合包'),
  type('plugin', 'mod', '插件'),
  type('resourcepack', 'resourcepack', '资源包'),
  type('shader', 'shader', '光影包'),
  type('datapack', 'mod', '原版数据包'),
  type('software', 'software', '软件资源'),
  type('language', 'language', '汉化资源'),
]

const byId = new Map<string, ContentType>(contentTypes.map((one) => [one.id, one]))
const byPath = new Map<string, ContentType>(contentTypes.map((one) => [one.path.slice(1), one]))

/** The type of a listing's path segment, for example `mods`. */
export function typeOfListing(segment: string): ContentType | undefined {
  return byPath.get(segment)
}

/** The type with an id, for example `mod`. */
export function typeOf(id: string): ContentType | undefined {
  return byId.get(id)
}

/** Label of any type id; unknown ids read 资源. */
export function typeLabel(id: string): string {
  return byId.get(id)?.label ?? '资源'
}
