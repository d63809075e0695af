export type ClaimSearch = { state?: 'open' | 'ended'; page?: number }

/** The search parameters of a list; unknown values are dropped. */
export function parseClaimSearch(search: Record<string, unknown>): ClaimSearch {
  const page = Number(search.page)
  return {
    ...(search.state === 'ended' ? { state: 'ended' as const } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 50_000 ? { page } : {}),
  }
}
