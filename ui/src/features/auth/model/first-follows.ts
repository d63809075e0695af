import type { SearchHit, UrlType } from '@/lib/api/types'

/** How many projects are suggested to a new account. */
export const SUGGESTED = 5

/** The facets that find projects of a kind for what somebody plays; mods and modpacks alone depend on its loader. */
export function firstFacets(type: UrlType, { gameVersion, loader }: { gameVersion: string; loader: string }): string[][] {
  const loaded = type === 'mod' || type === 'modpack'
  return [
    [`project_types:${type}`],
    ...(gameVersion && type !== 'software' ? [[`versions:${gameVersion}`]] : []),
    ...(loader && loaded ? [[`categories:${loader}`]] : []),
  ]
}

/** The first of every list, then the second of every list, and so on; each project once. */
export function mixed(lists: readonly (readonly SearchHit[])[]): SearchHit[] {
  const seen = new Map<string, SearchHit>()
  for (let at = 0; at < SUGGESTED; at++) {
    for (const list of lists) {
      const hit = list[at]
      if (hit && !seen.has(hit.project_id)) seen.set(hit.project_id, hit)
    }
  }
  return [...seen.values()].slice(0, SUGGESTED)
}
