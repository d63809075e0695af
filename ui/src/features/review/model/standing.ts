import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import type { HistoryEntry } from '../api'

/** The round that a moderator works on, as it was when they began. */
export type Seen = { round: number; waiting: boolean }

/** What became of that round. Only `open` can be decided without more ado. */
export type Standing =
  | { kind: 'open' }
  /** It has a decision, or left the queue, while the panel was open. */
  | { kind: 'decided'; entry: HistoryEntry | undefined }
  /** The project was not in review when the panel was opened. */
  | { kind: 'outside' }
  | { kind: 'resubmitted'; round: number }

const ends = new Set<HistoryEntry['type']>(['approved', 'rejected', 'withheld', 'status_changed', 'undone'])

export function standingOf(seen: Seen | undefined, status: ProjectStatus, round: number, entries: readonly HistoryEntry[]): Standing {
  if (!seen) return status === 'processing' ? { kind: 'open' } : { kind: 'outside' }
  if (status === 'processing') return seen.waiting && round <= seen.round ? { kind: 'open' } : { kind: 'resubmitted', round }
  if (!seen.waiting) return { kind: 'outside' }
  const last = entries.at(-1)
  return { kind: 'decided', entry: last && ends.has(last.type) && last.to === status ? last : undefined }
}

/** Whether a project is back in review after a decision at a position: undone, or submitted again. */
export function returned(after: number, status: ProjectStatus, entries: readonly HistoryEntry[]): 'undone' | 'submitted' | undefined {
  const last = entries.at(-1)
  if (status !== 'processing' || !last || last.position <= after) return undefined
  return last.type === 'undone' || last.type === 'submitted' ? last.type : undefined
}

/** The newest decision that stands. */
export const decisionBefore = (entries: readonly HistoryEntry[]): HistoryEntry | undefined =>
  entries.findLast(({ type, undone, forced }) => !undone && !forced && (type === 'approved' || type === 'rejected' || type === 'withheld'))

const kinds = { approve: 'approved', reject: 'rejected', withhold: 'withheld' } as const

/** Whether the newest entry is a decision of an account on a round: its own first press, if a second one was refused. */
export function decidedBy(
  me: string | undefined,
  decision: keyof typeof kinds,
  round: number,
  message: string,
  entries: readonly HistoryEntry[],
): boolean {
  const last = entries.at(-1)
  return (
    me !== undefined &&
    last?.type === kinds[decision] &&
    last.actor?.id === me &&
    last.round === round &&
    (last.message ?? '').trim() === message.trim()
  )
}

const parts = {
  title: ({ title }) => title,
  slug: ({ slug }) => slug,
  summary: ({ description }) => description,
  description: ({ body }) => body,
  links: ({ issues_url, source_url, wiki_url, discord_url, donation_urls }) => [
    issues_url,
    source_url,
    wiki_url,
    discord_url,
    donation_urls,
  ],
  categories: ({ categories, additional_categories }) => [categories, additional_categories],
  'side-types': ({ client_side, server_side }) => [client_side, server_side],
  gallery: ({ gallery }) => gallery,
  versions: ({ version_count, versions }) => [version_count, versions.map(({ id, file }) => [id, file])],
  copyright: ({ license }) => license,
} as const satisfies Record<string, (project: ProjectPage) => unknown>

type Part = keyof typeof parts

/** What the author changed between two readings of a project, by the steps of the checklist. */
export function editedParts(before: ProjectPage, now: ProjectPage): Part[] {
  if (before === now) return []
  return (Object.keys(parts) as Part[]).filter((part) => JSON.stringify(parts[part](before)) !== JSON.stringify(parts[part](now)))
}
