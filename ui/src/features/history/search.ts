import { one } from '@/lib/url-search'

/** What the history page shows: the project as of a position, or its differences from an earlier one. */
export type HistorySearch = { as_of?: number; from?: number; show?: 'page' | 'changes' }

function position(value: unknown): number | undefined {
  const number = Number(one(value))
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export function parseHistorySearch(search: Record<string, unknown>): HistorySearch {
  const at = position(search.as_of)
  const from = position(search.from)
  const show = one(search.show)
  return {
    ...(at === undefined ? {} : { as_of: at }),
    ...(from === undefined ? {} : { from }),
    ...(show === 'page' || show === 'changes' ? { show } : {}),
  }
}

/** A moment that was asked for is shown as a page, the newest one by its changes. */
export function shownBy(search: HistorySearch): 'page' | 'changes' {
  return search.show ?? (search.as_of === undefined ? 'changes' : 'page')
}
