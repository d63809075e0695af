import { one } from '@/lib/url-search'

/** The parameters of the address as they are given. */
export type GivenTranslations = { status?: unknown; page?: unknown }

export type TranslationSearch = { status?: 'approved' | 'rejected' | 'revoked'; page?: number }

/** The search parameters of a list; unknown values are dropped. */
export function parseTranslations(given: GivenTranslations): TranslationSearch {
  const status = one(given.status)
  const page = Number(one(given.page))
  return {
    ...(status === 'approved' || status === 'rejected' || status === 'revoked' ? { status } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 50_000 ? { page } : {}),
  }
}
