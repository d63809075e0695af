type Author = { id: string; username: string; avatar_url: string | null }

/** A line of the public feed, as the API gives it. */
export type FeedEvent = {
  position: number
  at: string
  type: string
  project: { id: string; slug: string; url_type: string; title: string; title_zh: string | null; icon_url: string | null } | null
  version: { id: string; version_number: string; version_type: string } | null
  organization: { id: string; slug: string; name: string; icon_url: string | null } | null
  person: Author | null
  actor: Author | null
  picture: string | null
  waited_seconds: number | null
}

export type FeedPage = { events: FeedEvent[]; lag_ms: number | null; next: number | null }

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
