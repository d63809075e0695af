import { one } from '@/lib/url-search'

/** The parameters of the address as they are given. The page reads them, so that the first script does not. */
export type GivenSearch = { page?: unknown; create?: unknown; before?: unknown; from?: unknown; to?: unknown }

/**
 * A page of a draft, and the dialog for a new one; or the history of a page, from a number on, and two of its editions.
 */
export type WikiSearch = {
  page?: string | undefined
  create?: boolean
  before?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

export function parseWikiSearch({ page, create, before, from, to }: GivenSearch): WikiSearch {
  const number = Number(one(before))
  return {
    page: one(page) || undefined,
    create: one(create) === '1',
    before: Number.isSafeInteger(number) && number > 1 ? number : undefined,
    from: one(from) || undefined,
    to: one(to) || undefined,
  }
}

/** A list of drafts. */
export type DraftSearch = { scope?: 'review'; page?: number }

export function parseDraftSearch(search: { scope?: unknown; page?: unknown }): DraftSearch {
  const page = Number(one(search.page))
  return {
    ...(one(search.scope) === 'review' ? { scope: 'review' as const } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 50_000 ? { page } : {}),
  }
}
