import { isGap, rowOf, type Entry, type Gap, type Level, type Sent } from './line'

/** Rows that are rendered or left out together. */
const BLOCK = 50
const MOST_ROWS = 5_000
/** The frames of a stack trace that are shown while it is folded. */
const SHOWN_FRAMES = 2

/** A run of rows. Its object is another one whenever one of its rows looks different. */
export type Block = { key: number; entries: readonly Entry[] }

export type Rows = {
  blocks: readonly Block[]
  /** Lines of each level; a stack trace belongs to its line. */
  counts: Readonly<Record<Level, number>>
  /** Lines that ever came, for telling how many are new. */
  came: number
  errors: number
}

export const noRows: Rows = { blocks: [], counts: { info: 0, warn: 0, error: 0 }, came: 0, errors: 0 }

export type Arrived = { line: Sent } | { gap: Omit<Gap, 'id'> }

/** The rows of a console: what comes is appended, what is too old is dropped in whole blocks. */
export class RowStore {
  rows: Rows = noRows
  private next = 0

  append(arrived: readonly Arrived[]): void {
    if (arrived.length === 0) return
    const blocks = [...this.rows.blocks]
    const counts = { ...this.rows.counts }
    let { came, errors } = this.rows
    let last = blocks.at(-1)?.entries.at(-1)
    const open = new Map<number, Entry[]>()
    const entriesOf = (key: number): Entry[] => {
      let entries = open.get(key)
      if (!entries) open.set(key, (entries = [...(blocks.find((block) => block.key === key)?.entries ?? [])]))
      return entries
    }
    for (const one of arrived) {
      const id = this.next++
      const entry: Entry = 'gap' in one ? { id, ...one.gap } : rowOf(id, one.line, last)
      last = entry
      entriesOf(Math.floor(id / BLOCK)).push(entry)
      if (isGap(entry)) continue
      came += 1
      if (entry.frame === undefined) counts[entry.level] += 1
      if (entry.level === 'error' && entry.frame === undefined) errors += 1
      // The row that says how many frames are folded may stand in an earlier block.
      if (entry.stack && (entry.frame ?? 0) > SHOWN_FRAMES) entriesOf(Math.floor((entry.stack.id + SHOWN_FRAMES) / BLOCK))
    }
    for (const [key, entries] of open) {
      const at = blocks.findIndex((block) => block.key === key)
      if (at >= 0) blocks[at] = { key, entries }
      else if (key >= (blocks.at(-1)?.key ?? 0)) blocks.push({ key, entries })
    }
    this.trim(blocks, counts)
    this.rows = { blocks, counts, came, errors }
  }

  clear(): void {
    this.rows = { ...noRows, came: this.rows.came, errors: this.rows.errors }
  }

  private trim(blocks: Block[], counts: Record<Level, number>): void {
    let size = blocks.reduce((sum, { entries }) => sum + entries.length, 0)
    while (size - (blocks[0]?.entries.length ?? size) >= MOST_ROWS) {
      const dropped = blocks.shift()?.entries ?? []
      size -= dropped.length
      for (const entry of dropped) if (!isGap(entry) && entry.frame === undefined) counts[entry.level] -= 1
    }
  }
}

export type Filter = { levels: ReadonlySet<Level>; text: string; open: ReadonlySet<number> }

/** The entries of a block that a filter shows. A search also looks into folded stack traces. */
export function shownOf(entries: readonly Entry[], { levels, text, open }: Filter): Entry[] {
  const wanted = text.toLowerCase()
  return entries.filter((entry) => {
    if (isGap(entry)) return wanted === ''
    if (levels.size > 0 && !levels.has(entry.level)) return false
    if (wanted !== '') return entry.text.toLowerCase().includes(wanted)
    return (entry.frame ?? 0) <= SHOWN_FRAMES || open.has(entry.stack?.id ?? -1)
  })
}

/** How many frames a row folds away; 0 where it does not. */
export function foldedBy(entry: Entry): number {
  return !isGap(entry) && entry.stack && entry.frame === SHOWN_FRAMES ? entry.stack.size - SHOWN_FRAMES : 0
}
