import { tell, type Happening } from '@/features/server/parts'

/** Kinds of decisions that change the server's files: settings and content. */
const ofFiles = /^(properties|motd|icon|configuration|mod-|content|install|pack|update|lock|files-restore-requested)/
const SHOWN = 4

export type Since = { count: number; lines: readonly string[] }

/** What was decided about the files of a server after a moment, in words; `entries` begin with the newest. */
export function sinceOf(entries: readonly Happening[], moment: string, viewer: string | undefined): Since {
  const later = entries.filter(({ at, kind }) => Date.parse(at) > Date.parse(moment) && ofFiles.test(kind))
  const lines = later.slice(0, SHOWN).map((entry) => {
    const { who, what, more } = tell(entry, viewer)
    return [who, what, ...more.slice(0, 1)].join(' ')
  })
  return { count: later.length, lines }
}
