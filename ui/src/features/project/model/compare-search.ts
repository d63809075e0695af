import { one } from '@/lib/url-search'

/** The two versions of an address, by id. */
export type CompareSearch = { from?: string | undefined; to?: string | undefined }

export const parseCompareSearch = ({ from, to }: Record<string, unknown>): CompareSearch => ({
  from: one(from) || undefined,
  to: one(to) || undefined,
})
