import type { HistoryEntry } from '../api'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'

export { momentOf } from '@/lib/span'

/** One submission with what followed it; number 0 holds what came before the first. */
export type Round = {
  number: number
  /** Newest first. */
  entries: HistoryEntry[]
  submitted: string | undefined
  /** The time of the decision; undefined while it waits. */
  decided: string | undefined
}

const decisionTypes = new Set(['approved', 'rejected', 'withheld'])

/** Groups entries, oldest first, into rounds, newest first. */
export function roundsOf(entries: readonly HistoryEntry[]): Round[] {
  const rounds: Round[] = []
  for (const entry of entries) {
    const last = rounds.at(-1)
    if (entry.type === 'submitted' || !last) {
      const submitted = entry.type === 'submitted'
      rounds.push({
        number: submitted ? (last?.number ?? 0) + 1 : 0,
        entries: [entry],
        submitted: submitted ? entry.at : undefined,
        decided: undefined,
      })
      continue
    }
    last.entries.unshift(entry)
    if (last.submitted && decisionTypes.has(entry.type) && !entry.undone && !entry.forced) last.decided ??= entry.at
  }
  return rounds.reverse()
}

/** How often a project was submitted. */
export function roundCount(entries: readonly HistoryEntry[]): number {
  return entries.filter((entry) => entry.type === 'submitted').length
}

/** The action of an entry. */
export function verbOf(entry: HistoryEntry, round: number): string {
  if (entry.forced) return t.verb.forced
  if (entry.type === 'submitted' && round > 1) return t.verb.resubmitted
  const verbs: Record<string, string> = t.verb
  return verbs[entry.type] ?? t.verb.other
}

export type Pin = 'acc' | 'ok' | 'bad' | 'warn' | 'plain'
const pins: Record<string, Pin> = { submitted: 'acc', approved: 'ok', rejected: 'bad', withheld: 'warn', undone: 'warn' }

/** The icon of an entry in the timeline. */
export function pinOf(entry: HistoryEntry): Pin {
  return entry.forced ? 'warn' : (pins[entry.type] ?? 'plain')
}
