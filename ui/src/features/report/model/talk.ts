import { plusDays, today, type Day } from '@/lib/calendar'
import type { ThreadMessage } from '../api'

/** How many lines of a long conversation are shown at first, and how many more with each press. */
export const SHOWN = 30
export const MORE = 50

export type Item =
  | { kind: 'day'; day: Day; id: string }
  | { kind: 'unread'; id: string }
  | { kind: 'line'; message: ThreadMessage; id: string }

/** A message of somebody else that counts as read or unread. */
const counts = (message: ThreadMessage, me: string | undefined) => message.body.type === 'text' && message.author_id !== me

/**
 * The first message that was not seen when the conversation was opened: `seen` is the newest line that was. One's own last
 * message was written after reading what is above it.
 */
export function firstUnread(messages: readonly ThreadMessage[], seen: string | null, me: string | undefined): string | undefined {
  const upTo = Math.max(
    messages.findIndex((one) => one.id === seen),
    messages.findLastIndex((one) => one.author_id === me && (one.body.type === 'text' || one.body.type === 'deleted')),
  )
  return messages.slice(upTo + 1).find((one) => counts(one, me))?.id
}

/** From which line on a conversation is shown: the newest lines, and all from `keep` on. */
export function foldedAt(messages: readonly ThreadMessage[], shown: number, keep: readonly (string | undefined)[]): number {
  const kept = keep.map((id) => messages.findIndex((one) => one.id === id)).filter((at) => at >= 0)
  return Math.max(0, Math.min(messages.length - shown, ...kept))
}

/** The lines with a separator before each day, and one before the first unread message. */
export function itemsOf(messages: readonly ThreadMessage[], unread: string | undefined): Item[] {
  const items: Item[] = []
  let last: Day | undefined
  for (const message of messages) {
    const day = today(Date.parse(message.created))
    if (day !== last) items.push({ kind: 'day', day, id: `day-${day}` })
    last = day
    if (message.id === unread) items.push({ kind: 'unread', id: 'unread' })
    items.push({ kind: 'line', message, id: message.id })
  }
  return items
}

/** How near a day is to the present one. */
export function nearness(day: Day, now: number): 'today' | 'yesterday' | undefined {
  const present = today(now)
  if (day === present) return 'today'
  return day === plusDays(present, -1) ? 'yesterday' : undefined
}
