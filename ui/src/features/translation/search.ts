import { one } from '@/lib/url-search'

/** The parameters of the address as they are given. */
export type GivenTranslations = { status?: unknown; sort?: unknown; page?: unknown }

/** Without a status it is the list of those that wait; without an order, those who asked first come first. Only the staff's list has an order. */
export type TranslationSearch = { status?: 'approved' | 'rejected' | 'revoked'; sort?: 'newest'; page?: number }

/** The search parameters of a list; unknown values are dropped. */
export function parseTranslations(given: GivenTranslations): TranslationSearch {
  const status = one(given.status)
  const page = Number(one(given.page))
  return {
    ...(status === 'approved' || status === 'rejected' || status === 'revoked' ? { status } : {}),
    ...(one(given.sort) === 'newest' ? { sort: 'newest' } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 50_000 ? { page } : {}),
  }
}
