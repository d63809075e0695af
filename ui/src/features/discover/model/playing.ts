import type { ContentType } from '@/lib/content-types'
import { impliedLoaders, isLoader } from '@/lib/loaders'
import { changed, type ListingSearch } from './search-state'

export type Play = { gameVersion: string; loader: string }

const facetOf = (loader: string) => `categories:${loader}`

/** The one loader that was meant: alone, or with those that come along with it. */
function mainLoader(facets: readonly string[]): string | undefined {
  const names = facets.map((facet) => facet.replace(/^categories:/, '')).filter(isLoader)
  if (names.length !== facets.length) return undefined
  return names.find((name) => names.every((other) => other === name || impliedLoaders[name]?.includes(other)))
}

/** What a listing says about what its visitor plays; undefined when it says nothing definite. */
export function chosenPlaying(search: ListingSearch): Partial<Play> | undefined {
  const gameVersion = search.v?.length === 1 ? search.v[0] : undefined
  const loader = search.g ? mainLoader(search.g) : undefined
  if (!gameVersion && !loader) return undefined
  return { ...(gameVersion ? { gameVersion } : {}), ...(loader ? { loader } : {}) }
}

/** The part of what is played that can narrow a type: loaders only where a type has a choice of them. */
function narrowing(type: ContentType, { gameVersion, loader }: Play): ListingSearch {
  const g = loader ? [facetOf(loader), ...(impliedLoaders[loader] ?? []).map(facetOf)] : []
  return { ...(gameVersion && type.id !== 'software' ? { v: [gameVersion] } : {}), ...(g.length > 0 ? { g } : {}) }
}

/** True when there is something to narrow a listing of the type by. */
export function canNarrow(type: ContentType, setup: Play): boolean {
  const { v, g } = narrowing(type, setup)
  return v !== undefined || g !== undefined
}

/** True while a listing shows only what fits what is played. */
export function isNarrowed(type: ContentType, search: ListingSearch, setup: Play): boolean {
  const { v, g } = narrowing(type, setup)
  const same = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
    !b || (a?.length === b.length && b.every((one) => a.includes(one)))
  return same(search.v, v) && same(search.g, g)
}

/** The listing with only what fits, or, if it shows that already, with everything again. */
export function toggleNarrowed(type: ContentType, search: ListingSearch, setup: Play): ListingSearch {
  const { v, g } = narrowing(type, setup)
  if (isNarrowed(type, search, setup)) return changed(search, { ...(v ? { v: undefined } : {}), ...(g ? { g: undefined } : {}) })
  const wanted = new Set([...(v ?? []).map((one) => `versions:${one}`), ...(g ?? [])])
  return changed(search, { ...(v ? { v } : {}), ...(g ? { g } : {}), nf: search.nf?.filter((facet) => !wanted.has(facet)) })
}

/** Facets that ask which of some projects really have a version that fits; undefined when nothing is to be asked. */
export function fittingFacets(type: ContentType, search: ListingSearch, setup: Play, ids: readonly string[]): string[][] | undefined {
  const { v, g } = narrowing(type, setup)
  if (ids.length === 0 || (!v && !g) || isNarrowed(type, search, setup)) return undefined
  return [ids.map((id) => `project_id:${id}`), ...(v ? [v.map((one) => `versions:${one}`)] : []), ...(g ? [g] : [])]
}
