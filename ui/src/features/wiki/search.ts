import { one } from '@/lib/url-search'

/** A page of a draft, and the dialog for a new one. */
export type EditSearch = { page?: string; create?: '1' }

export function parseEditSearch(search: Record<string, unknown>): EditSearch {
  const page = one(search.page)
  return { ...(page ? { page: String(page) } : {}), ...(one(search.create) === '1' ? { create: '1' as const } : {}) }
}

/** The history of one page, from a number on, or two of its editions. */
export type HistorySearch = { page?: string; before?: number; from?: string; to?: string }

export function parseHistorySearch(search: Record<string, unknown>): HistorySearch {
  const text = (key: 'page' | 'from' | 'to') => {
    const value = one(search[key])
    return value ? { [key]: String(value) } : {}
  }
  const before = Number(one(search.before))
  return { ...text('page'), ...text('from'), ...text('to'), ...(Number.isSafeInteger(before) && before > 1 ? { before } : {}) }
}

/** A list of drafts. */
export type DraftSearch = { scope?: 'review'; page?: number }

export function parseDraftSearch(search: Record<string, unknown>): DraftSearch {
  const page = Number(one(search.page))
  return {
    ...(one(search.scope) === 'review' ? { scope: 'review' as const } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 50_000 ? { page } : {}),
  }
}
