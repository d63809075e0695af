import { many, one } from '@/lib/url-search'
import { listingSize } from '@/lib/sizes.gen'

export const sorts = ['relevance', 'downloads', 'follows', 'newest', 'updated'] as const
export type Sort = (typeof sorts)[number]
export type Environment = 'client' | 'server'

/** The search parameters of a listing; a key with its default value is absent. */
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
  /** The hosted server that results are to be installed on, and its three switches. */
  sid?: string
  shi?: true
  sogv?: true
  sol?: true
}

const MAX_SIZE = 100
const SERVER = /^[A-Za-z0-9_-]{1,64}$/
const switches = ['shi', 'sogv', 'sol'] as const
const FACET = /^[a-z_]{1,32}:.{1,64}$/u

function isEnvironment(text: string): text is Environment {
  return text === 'client' || text === 'server'
}

function whole(value: unknown, max: number): number | undefined {
  const number = Number(one(value))
  return Number.isInteger(number) && number > 0 && number <= max ? number : undefined
}

/** Parses the search parameters of a listing; invalid values are dropped. */
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
  if (m && m !== listingSize) search.m = m
  const o = whole(raw.o, 1_000_000)
  if (o) search.o = o
  const sid = one(raw.sid)
  if (SERVER.test(sid)) {
    search.sid = sid
    for (const key of switches) if (one(raw[key]) === 'true') search[key] = true
  }
  return search
}
