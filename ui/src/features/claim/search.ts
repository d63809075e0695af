export type ClaimSearch = { state?: 'open' | 'ended'; page?: number }

/** What the address of a list says; anything else is left out. */
export function parseClaimSearch(search: Record<string, unknown>): ClaimSearch {
  const page = Number(search.page)
  return {
    ...(search.state === 'ended' ? { state: 'ended' as const } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 50_000 ? { page } : {}),
  }
}
