/** The last page that has a number; what is behind it is reached by a cursor. */
export const LAST_PAGE = 500

/** Number of pages; at least one. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** The page of an offset, from 1. */
export function pageOf(offset: number, size: number): number {
  return Math.ceil(offset / size) + 1
}

/** The first offset of a page. */
export function offsetOf(page: number, size: number): number {
  return (page - 1) * size
}

/** The page with about the same position after a change of the page size. */
export function pageAfterResize(page: number, oldSize: number, newSize: number, total: number): number {
  return Math.max(1, Math.min(Math.floor(page / (newSize / oldSize)), pageCount(total, newSize)))
}

/** The allowed size nearest to the given one; the smaller of two equally near. */
export function nearestSize(wanted: number, allowed: readonly number[]): number {
  return allowed.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best), allowed[0] ?? wanted)
}

/** Pages to link: both ends, this one and its neighbours; a gap stands for two or more omitted ones. */
export function pageList(page: number, count: number): (number | 'gap')[] {
  const shown = [...new Set([1, 2, page - 1, page, page + 1, count])].filter((one) => one >= 1 && one <= count).sort((a, b) => a - b)
  const list: (number | 'gap')[] = []
  let before = 0
  for (const one of shown) {
    if (one - before === 2) list.push(one - 1)
    else if (one - before > 2) list.push('gap')
    list.push(one)
    before = one
  }
  return list
}

/** A page as an address says it: the first one is not named. */
export function pageParam(page: number): number | undefined {
  return page > 1 ? page : undefined
}
