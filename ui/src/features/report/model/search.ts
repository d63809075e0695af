import { isItemType, isReason, type ItemType, type Reason } from './item'

export type ReportState = 'open' | 'closed' | 'all'
export type ReportSearch = { state?: ReportState; type?: Reason; item?: ItemType; page?: number }

/** The search parameters of a list of reports; unknown values are dropped. */
export function parseReportSearch(search: Record<string, unknown>): ReportSearch {
  const page = Number(search.page)
  return {
    ...(search.state === 'open' || search.state === 'closed' || search.state === 'all' ? { state: search.state } : {}),
    ...(isReason(search.type) ? { type: search.type } : {}),
    ...(isItemType(search.item) ? { item: search.item } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 100_000 ? { page } : {}),
  }
}
