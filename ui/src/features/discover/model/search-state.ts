import { many, one } from '@/lib/url-search'

export const sorts = ['relevance', 'downloads', 'follows', 'newest', 'updated'] as const
export type Sort = (typeof sorts)[number]
export type Environment = 'client' | 'server'

/** What the address of a listing says; a key is absent while it has its default. */
export type ListingSearch = {
  q?: string
  /** Categories that must all hold, as facets. */
  f?: string[]
  /** Loaders, platforms and resolutions of which one must hold, as facets. */
  g?: string[]
  /** Facets that must not hold. */
  nf?: string[]
  v?: string[]
  l?: true
  h?: true
  e?: Environment[]
  s?: Sort
  m?: number
  o?: number
}

export const DEFAULT_SIZE = 20
const MAX_SIZE = 100
const FACET = /^[a-z_]{1,32}:.{1,64}$/u

function isEnvironment(text: string): text is Environment {
  return text === 'client' || text === 'server'
}

function whole(value: unknown, max: number): number | undefined {
  const number = Number(one(value))
  return Number.isInteger(number) && number > 0 && number <= max ? number : undefined
}

/** Reads a listing's address; what makes no sense counts as absent. */
export function parseListingSearch(raw: Record<string, unknown>): ListingSearch {
  const search: ListingSearch = {}
  const q = one(raw.q)
  if (q) search.q = q
  for (const key of ['f', 'g', 'nf'] as const) {
    const facets = many(raw[key]).filter((facet) => FACET.test(facet))
    if (facets.length > 0) search[key] = facets
  }
  const v = many(raw.v)
  if (v.length > 0) search.v = v
  if (one(raw.l) === 'true') search.l = true
  if (one(raw.h) === 'true') search.h = true
  const e = many(raw.e).filter(isEnvironment)
  if (e.length > 0) search.e = e
  const s = sorts.find((sort) => sort === one(raw.s))
  if (s && s !== 'relevance') search.s = s
  const m = whole(raw.m, MAX_SIZE)
  if (m && m !== DEFAULT_SIZE) search.m = m
  const o = whole(raw.o, 1_000_000)
  if (o) search.o = o
  return search
}

/** True while anything narrows the listing beside the text searched for. */
export function hasFilters(search: ListingSearch): boolean {
  return filterCount(search) > 0
}

/** How many filters hold. */
export function filterCount(search: ListingSearch): number {
  const lists = [search.f, search.g, search.nf, search.v, search.e]
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0) + (search.l ? 1 : 0)
}

/** The same listing without filters, keeping text, order and page size, on its first page. */
export function withoutFilters({ q, s, m }: ListingSearch): ListingSearch {
  return { ...(q ? { q } : {}), ...(s ? { s } : {}), ...(m ? { m } : {}) }
}

/** A change of what is searched: always back to the first page, written in the one order addresses have. */
export function changed(search: ListingSearch, change: { [K in keyof ListingSearch]?: ListingSearch[K] | undefined }): ListingSearch {
  return parseListingSearch({ ...search, o: undefined, ...change })
}
