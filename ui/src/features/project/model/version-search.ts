import type { Channel } from '@/lib/api/types'
import { many, one } from '@/lib/url-search'

/** Filters of the versions and changelog pages, as their address says them. */
export type VersionSearch = { g?: string[]; l?: string[]; c?: Channel[]; page?: number }

const channels: readonly Channel[] = ['release', 'beta', 'alpha']

export function parseVersionSearch(raw: Record<string, unknown>): VersionSearch {
  const search: VersionSearch = {}
  const g = many(raw.g)
  if (g.length > 0) search.g = g
  const l = many(raw.l)
  if (l.length > 0) search.l = l
  const c = channels.filter((channel) => many(raw.c).includes(channel))
  if (c.length > 0) search.c = c
  const page = Number(one(raw.page))
  if (Number.isInteger(page) && page > 1) search.page = page
  return search
}
