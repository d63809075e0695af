import type { ProjectStatus } from '@/lib/api/types'

export const sorts = ['updated', 'title', 'status', 'downloads', 'followers'] as const
export type SortKey = (typeof sorts)[number]

export const statuses: readonly ProjectStatus[] = [
  'approved',
  'processing',
  'draft',
  'rejected',
  'withheld',
  'archived',
  'unlisted',
  'private',
]

export type StatusFilter = ProjectStatus | 'all'

/** How a list is looked at, as the address says it; what it cannot mean is left out. */
export function listSearch(search: Record<string, unknown>): { q?: string; status?: StatusFilter; sort?: SortKey; up?: boolean } {
  const { q, status, sort, up } = search
  const known = statuses.find((one) => one === status)
  const by = sorts.find((one) => one === sort)
  return {
    ...(typeof q === 'string' || typeof q === 'number' ? (q === '' ? {} : { q: String(q) }) : {}),
    ...(known ? { status: known } : {}),
    ...(by && by !== 'updated' ? { sort: by } : {}),
    ...(up === true || up === 'true' ? { up: true, ...(by === 'updated' ? { sort: by } : {}) } : {}),
  }
}
