import type { Counts, Filter, Notification } from '../api'

/** Notifications shown as one line: the updates of a project on one day, or a single other. Newest first. */
export type Group = { key: string; items: [Notification, ...Notification[]] }

const day = (time: string) => new Date(time).toDateString()

/** Groups the updates of a project on one day at the place of the newest. */
export function groupsOf(list: readonly Notification[]): Group[] {
  const groups = new Map<string, Group>()
  for (const one of list) {
    const together = one.type === 'project_update' && one.project ? `${one.project.id} ${day(one.created)} ${one.read}` : one.id
    const group = groups.get(together)
    if (group) group.items.push(one)
    else groups.set(together, { key: one.id, items: [one] })
  }
  return [...groups.values()]
}

/** How many of a filter's notifications are unread. */
export function unreadOf(counts: Counts | undefined, filter: Filter): number {
  if (!counts) return 0
  if (filter === 'all') return counts.unread
  return counts.types.reduce((sum, one) => sum + (one.filter === filter ? one.unread : 0), 0)
}

/** The text of a badge. */
export const badge = (n: number): string => (n > 99 ? '99+' : String(n))
