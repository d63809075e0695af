import type { ContentType } from '@/lib/content-types'
import { impliedLoaders, isLoader } from '@/lib/loaders'
import { changed, type ListingSearch } from './search-state'

export type Play = { gameVersion: string; loader: string }

const facetOf = (loader: string) => `categories:${loader}`

/** The one selected loader, without those that it implies. */
function mainLoader(facets: readonly string[]): string | undefined {
  const names = facets.map((facet) => facet.replace(/^categories:/, '')).filter(isLoader)
  if (names.length !== facets.length) return undefined
  return names.find((name) => names.every((other) => other === name || impliedLoaders[name]?.includes(other)))
}

/** The game setup that a listing's filters imply; undefined where they are ambiguous. */
export function chosenPlaying(search: ListingSearch): Partial<Play> | undefined {
  const gameVersion = search.v?.length === 1 && search.v[0] !== 'none' ? search.v[0] : undefined
  const loader = search.g ? mainLoader(search.g) : undefined
  if (!gameVersion && !loader) return undefined
  return { ...(gameVersion ? { gameVersion } : {}), ...(loader ? { loader } : {}) }
}

/** Types whose platform is remembered. */
const platformTypes = new Set<string>(['mod', 'modpack', 'plugin', 'shader', 'software'])

/** What a listing's filters imply and is not remembered yet; undefined where nothing is, or the type has no such choice. */
export function unsaidPlaying(type: ContentType, search: ListingSearch, setup: Play): Partial<Play> | undefined {
  const { gameVersion, loader } = chosenPlaying(search) ?? {}
  const unsaid = {
    ...(gameVersion && type.id !== 'software' && gameVersion !== setup.gameVersion ? { gameVersion } : {}),
    ...(loader && loader !== setup.loader && platformTypes.has(type.id) ? { loader } : {}),
  }
  return Object.keys(unsaid).length > 0 ? unsaid : undefined
}

/** The part of the game setup that applies to a type: loaders only where the type has a choice of them. */
function narrowing(type: ContentType, { gameVersion, loader }: Play): ListingSearch {
  const g = loader ? [facetOf(loader), ...(impliedLoaders[loader] ?? []).map(facetOf)] : []
  return { ...(gameVersion && type.id !== 'software' ? { v: [gameVersion] } : {}), ...(g.length > 0 ? { g } : {}) }
}

/** Whether the game setup can filter a listing of the type. */
export function canNarrow(type: ContentType, setup: Play): boolean {
  const { v, g } = narrowing(type, setup)
  return v !== undefined || g !== undefined
}

/** Whether a listing shows only what fits the game setup. */
export function isNarrowed(type: ContentType, search: ListingSearch, setup: Play): boolean {
  const { v, g } = narrowing(type, setup)
  const same = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
    !b || (a?.length === b.length && b.every((one) => a.includes(one)))
  return same(search.v, v) && same(search.g, g)
}

/** Turns the filter by the game setup on or off. */
export function toggleNarrowed(type: ContentType, search: ListingSearch, setup: Play): ListingSearch {
  const { v, g } = narrowing(type, setup)
  if (isNarrowed(type, search, setup)) return changed(search, { ...(v ? { v: undefined } : {}), ...(g ? { g: undefined } : {}) })
  const wanted = new Set([...(v ?? []).map((one) => `versions:${one}`), ...(g ?? [])])
  return changed(search, { ...(v ? { v } : {}), ...(g ? { g } : {}), nf: search.nf?.filter((facet) => !wanted.has(facet)) })
}

/** Facets that find the projects with a fitting version; undefined where no request is needed. */
export function fittingFacets(type: ContentType, search: ListingSearch, setup: Play, ids: readonly string[]): string[][] | undefined {
  const { v, g } = narrowing(type, setup)
  if (ids.length === 0 || (!v && !g) || isNarrowed(type, search, setup)) return undefined
  return [ids.map((id) => `project_id:${id}`), ...(v ? [v.map((one) => `versions:${one}`)] : []), ...(g ? [g] : [])]
}
