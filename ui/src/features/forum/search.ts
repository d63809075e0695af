import { LAST_PAGE } from '@/lib/pages'

export type ForumFilter = 'unanswered' | 'mine'
export type ForumSearch = { filter?: ForumFilter; sort?: 'newest'; page?: number; cursor?: string }

/** The search parameters of a list of discussions; unknown values are dropped. A cursor replaces the number of the page. */
export function parseForumSearch(search: Record<string, unknown>): ForumSearch {
  const page = Number(search.page)
  const { cursor } = search
  const filter = search.filter === 'unanswered' || search.filter === 'mine' ? search.filter : undefined
  return {
    ...(filter ? { filter } : {}),
    ...(search.sort === 'newest' && filter !== 'unanswered' ? { sort: 'newest' as const } : {}),
    ...(typeof cursor === 'string' && /^[\w-]{1,128}$/.test(cursor)
      ? { cursor }
      : Number.isInteger(page) && page > 1 && page <= LAST_PAGE
        ? { page }
        : {}),
  }
}
