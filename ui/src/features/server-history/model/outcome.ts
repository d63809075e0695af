import { spanOf, type Happening } from '@/features/server/parts'
import { serverHistoryText } from '@/lib/i18n/zh-Hans/server-history'

const t = serverHistoryText.results

const between = (from: Happening, to: Happening) => spanOf((Date.parse(to.at) - Date.parse(from.at)) / 1000)

const actionOf = ({ detail }: Happening) => (typeof detail.action === 'string' ? detail.action : '')
const backupOf = ({ detail }: Happening) => (typeof detail.backup === 'string' ? detail.backup : undefined)

/**
 * What came of the decisions, by their positions: of a power action what the node reported before the next one, of a backup or a restore
 * what it reported of the same backup. `entries` begin with the newest.
 */
export function outcomesOf(entries: readonly Happening[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  let later: Happening[] = []
  const ends = new Map<string, Happening>()
  for (const entry of entries) {
    const kind: string = entry.kind
    if (kind === 'power') {
      const words = powerOutcome(entry, later)
      if (words) found.set(entry.position, words)
      later = []
    } else later.push(entry)
    const backup = backupOf(entry)
    if (backup === undefined) continue
    if (kind === 'backed-up' || kind === 'backup-failed') ends.set(`backup ${backup}`, entry)
    if (/^(files-)?restore(d|-failed)$/.test(kind)) ends.set(`restore ${backup}`, entry)
    const of = /^backup-(requested|retried)$/.test(kind)
      ? 'backup'
      : /^(files-)?restore-(requested|undone)$/.test(kind)
        ? 'restore'
        : undefined
    const end = of === undefined ? undefined : ends.get(`${of} ${backup}`)
    if (of === undefined || end === undefined) continue
    ends.delete(`${of} ${backup}`)
    found.set(entry.position, backupOutcome(entry, end))
  }
  return found
}

function powerOutcome(decision: Happening, later: readonly Happening[]): string | undefined {
  const action = actionOf(decision)
  // From the oldest on: the first report that answers the action.
  const reports = [...later].reverse()
  if (action === 'stop' || action === 'kill') {
    const end = reports.find(({ kind }) => kind === 'stopped' || kind === 'crashed')
    return end && t.stopped(between(decision, end))
  }
  // A restart ends one process before it starts another.
  const answers = reports.filter(({ kind }) => kind !== 'stopped')
  const end = answers.find(({ kind }) => kind === 'ready' || kind === 'crashed' || kind === 'refused' || kind === 'given-up')
  if (!end) return answers.some(({ kind }) => kind === 'started') ? t.started : undefined
  if (end.kind === 'ready') return t.ready(between(decision, end))
  if (end.kind === 'crashed') return t.crashed(between(decision, end))
  return end.kind === 'refused' ? t.refused : t.givenUp
}

function backupOutcome(decision: Happening, end: Happening): string {
  const kind: string = end.kind
  if (kind === 'backed-up') return t.backedUp(between(decision, end))
  return kind.endsWith('restored') ? t.restored(between(decision, end)) : t.failed
}
