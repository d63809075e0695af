import type { ActualType, UrlType } from '@/lib/api/types'
import { typeFacts } from './types.gen'

export type ContentType = {
  id: UrlType
  /** The stored type, used in the project_type facet. */
  actual: ActualType
  /** Label of the type in headings and menus. */
  label: string
  /** Path of its listing. */
  path: string
}

export const contentTypes: readonly ContentType[] = typeFacts.map((one) => ({ ...one, path: `/${one.id}s` }))

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

/** The type that the last part of an address names, as `mod` or as `mods`. */
export function typeOfSegment(segment: string | undefined): ContentType | undefined {
  return segment === undefined ? undefined : (typeOf(segment) ?? typeOfListing(segment))
}

/** Label of any type id; unknown ids read 资源. */
export function typeLabel(id: string): string {
  return byId.get(id)?.label ?? '资源'
}
