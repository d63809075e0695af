import type { Address } from '@/lib/address'
import type { UrlType } from '@/lib/api/types'
import type { Query } from '@/lib/api/client'
import { contentTypes, typeOf, typeOfListing, type ContentType } from '@/lib/content-types'
import { one } from '@/lib/url-search'

/** Whose page it is. */
export type Profile = 'user' | 'organization'

export const ORDERS = ['downloads', 'updated', 'newest', 'follows', 'name'] as const
export type Order = (typeof ORDERS)[number]

/** How a list of somebody's projects is narrowed and ordered: all of it stands in the address. */
export type ListSearch = { q?: string; s?: Order; o?: number }

export const PAGE_SIZE = 20

/** What an address says; anything strange counts as absent. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const q = one(raw.q).slice(0, 100)
  const s = ORDERS.find((order) => order === one(raw.s))
  const o = Number(one(raw.o))
  return { ...(q ? { q } : {}), ...(s && s !== 'downloads' ? { s } : {}), ...(Number.isSafeInteger(o) && o > 0 ? { o } : {}) }
}

/** What the API is asked; nothing for the beginning of the whole list, so that the page can bring the answer along. */
export function listQuery(search: ListSearch, kind: UrlType | undefined): Query {
  return { type: kind, query: search.q?.trim(), index: search.s, offset: search.o }
}

/** The type that the last part of an address names, as `mod` or as `mods`. */
export function kindOf(segment: string): ContentType | undefined {
  return typeOf(segment) ?? typeOfListing(segment)
}

/** Types of which there is something, in the order of the navigation. */
export function kindsIn(counts: Partial<Record<UrlType, number>>): ContentType[] {
  return contentTypes.filter(({ id }) => (counts[id] ?? 0) > 0)
}

/** Address of a part of a profile. */
export function profileAddress(of: Profile, id: string, kind: UrlType | 'collections' | undefined, search: ListSearch = {}) {
  return { to: `/${of}/$id/{-$kind}`, params: { id, kind }, search } as const satisfies Address
}
