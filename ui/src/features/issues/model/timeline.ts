import type { Comment, IssueEvent } from '../api'

/** What stands below the opening text: a comment, or what happened between two of them. */
export type Entry = { kind: 'comment'; comment: Comment; floor: number } | { kind: 'events'; key: string; events: IssueEvent[] }

/** Comments by their floors, and what happened after each; what happened behind floors that are not shown yet waits with them. */
export function timelineOf(comments: readonly Comment[], events: readonly IssueEvent[], known: number): Entry[] {
  const left = events.filter((event) => event.after_floor <= known)
  const list: Entry[] = []
  const flush = (below: number) => {
    const at = left.findIndex((event) => event.after_floor >= below)
    const taken = left.splice(0, at < 0 ? left.length : at)
    if (taken.length > 0) list.push({ kind: 'events', key: `events-${below}`, events: taken })
  }
  for (const comment of comments) {
    const floor = comment.floor_number
    if (floor === null) continue
    flush(floor)
    list.push({ kind: 'comment', comment, floor })
  }
  flush(Number.POSITIVE_INFINITY)
  return list
}
