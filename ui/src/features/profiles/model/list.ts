import type { Address } from '@/lib/address'
import type { Query } from '@/lib/api/client'
import type { UrlType } from '@/lib/api/types'
import { contentTypes, type ContentType } from '@/lib/content-types'
import type { ListSearch } from './list-search'

/** The kind of a profile's owner. */
export type Profile = 'user' | 'organization'

/** Parts of a person's page that are no lists of projects. */
export const profileParts = ['collections', 'forum'] as const
export type ProfilePart = (typeof profileParts)[number]

export const partOf = (kind: string | undefined): ProfilePart | undefined => profileParts.find((part) => part === kind)

/** The API's parameters; none for the first page without filters, which the page preloads. */
export function listQuery(search: ListSearch, kind: UrlType | undefined): Query {
  return { type: kind, query: search.q?.trim(), index: search.s, offset: search.o }
}

/** Types with at least one project, in the order of the navigation. */
export function kindsIn(counts: Partial<Record<UrlType, number>>): ContentType[] {
  return contentTypes.filter(({ id }) => (counts[id] ?? 0) > 0)
}

/** Address of a part of a profile. */
export function profileAddress(of: Profile, id: string, kind: UrlType | ProfilePart | undefined, search: ListSearch = {}) {
  return { to: `/${of}/$id/{-$kind}`, params: { id, kind }, search } as const satisfies Address
}
