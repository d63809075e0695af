import type { HistoryEntry } from '../api'

export type Point = HistoryEntry['points'][number]

/** 描述 · 不足; what the checklist has no more keeps its id. */
export function pointName(point: Pick<Point, 'title' | 'name'>): string {
  return point.title ? `${point.title} · ${point.name}` : point.name
}

const places = {
  title: '/$type/$id/settings',
  slug: '/$type/$id/settings',
  summary: '/$type/$id/settings',
  'side-types': '/$type/$id/settings',
  description: '/$type/$id/settings/description',
  links: '/$type/$id/settings/links',
  categories: '/$type/$id/settings/tags',
  gallery: '/$type/$id/gallery',
  versions: '/$type/$id/versions',
  copyright: '/$type/$id/settings/license',
  'modpack-permissions': '/$type/$id/versions',
  'private-server': '/$type/$id/versions',
} as const

/** Where the thing that a step of the checklist is about can be changed; otherwise the settings. */
export function placeOf(step: string): (typeof places)[keyof typeof places] {
  return places[step as keyof typeof places] ?? '/$type/$id/settings'
}

/** The last decision, if it was a refusal that still holds. */
export function refusalOf(entries: readonly HistoryEntry[]): HistoryEntry | undefined {
  const last = entries.findLast(
    ({ type, undone }) => !undone && (type === 'rejected' || type === 'withheld' || type === 'approved' || type === 'submitted'),
  )
  return last && (last.type === 'rejected' || last.type === 'withheld') ? last : undefined
}

/** The last decision, if the project has to be mended because of its points. */
export function mendingOf(entries: readonly HistoryEntry[]): HistoryEntry | undefined {
  const last = refusalOf(entries)
  return last && last.points.length > 0 ? last : undefined
}
