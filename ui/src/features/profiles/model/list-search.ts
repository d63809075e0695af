import { one } from '@/lib/url-search'

export const ORDERS = ['downloads', 'updated', 'newest', 'follows', 'name'] as const
export type Order = (typeof ORDERS)[number]

/** The filters and the order of an owner's projects, as search parameters. */
export type ListSearch = { q?: string; s?: Order; o?: number }

export const PAGE_SIZE = 20

/** Parses the search parameters; invalid values are dropped. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const q = one(raw.q).slice(0, 100)
  const s = ORDERS.find((order) => order === one(raw.s))
  const o = Number(one(raw.o))
  return { ...(q ? { q } : {}), ...(s && s !== 'downloads' ? { s } : {}), ...(Number.isSafeInteger(o) && o > 0 ? { o } : {}) }
}
