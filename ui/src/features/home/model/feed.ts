import type { Answer } from '@/lib/api/operations'
import { now } from '@/lib/clock'

/** Lines of the public feed, as the API gives them. */
export type FeedPage = Answer<'GET', '/_internal/activity'>
export type FeedEvent = FeedPage['events'][number]

/** A line as it is shown: pictures added to one project in a row count together. */
export type FeedLine = FeedEvent & { count: number }

export function linesOf(events: readonly FeedEvent[]): FeedLine[] {
  const lines: FeedLine[] = []
  for (const event of events) {
    const last = lines.at(-1)
    if (last && event.type === 'picture-added' && last.type === event.type && last.project?.id === event.project?.id) last.count += 1
    else lines.push({ ...event, count: 1 })
  }
  return lines
}

/** The newest position of a page; 0 of an empty one. */
export function newestOf(events: readonly FeedEvent[]): number {
  return events.reduce((newest, event) => Math.max(newest, event.position), 0)
}

/** A feed whose newest line is older is not live: its lamp is out, and the age of the line stands there instead of the lag. */
const STALE_MS = 60 * 60 * 1000

/** The time of the newest line of a feed in which nothing happened for a while; undefined for a live or an empty one. */
export function staleSince(events: readonly Pick<FeedEvent, 'at'>[]): string | undefined {
  const newest = events.reduce<Pick<FeedEvent, 'at'> | undefined>(
    (last, event) => (last && Date.parse(last.at) > Date.parse(event.at) ? last : event),
    undefined,
  )
  return newest && now() - Date.parse(newest.at) > STALE_MS ? newest.at : undefined
}
