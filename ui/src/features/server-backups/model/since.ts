import { isReport, tell, type Happening } from '@/features/server/parts'

const SHOWN = 4

export type Since = { count: number; lines: readonly string[] }

/** What was decided about a server after a moment, in words; `entries` begin with the newest. */
export function sinceOf(entries: readonly Happening[], moment: string, viewer: string | undefined): Since {
  const later = entries.filter(
    (entry) => Date.parse(entry.at) > Date.parse(moment) && !isReport(entry) && !/^(backup|restore|autobackup|power)/.test(entry.kind),
  )
  const lines = later.slice(0, SHOWN).map((entry) => {
    const { who, what, more } = tell(entry, viewer)
    return [who, what, ...more.slice(0, 1)].join(' ')
  })
  return { count: later.length, lines }
}
