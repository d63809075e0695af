import { diffLines, diffWords } from 'diff'

export type Piece = { text: string; change: 'same' | 'added' | 'removed' }
export type Line = { before?: number; after?: number; old?: Piece[]; now?: Piece[] }
export type Hunk = { folded: number } | { lines: Line[] }

type Segments = { intlSegmenter: Intl.Segmenter } | object

/** Words of a text: Chinese has no spaces, so the browser's dictionary finds them. */
function segments(): Segments {
  return typeof Intl.Segmenter === 'function' ? { intlSegmenter: new Intl.Segmenter('zh-Hans', { granularity: 'word' }) } : {}
}

/** The pieces of two texts, in order. */
export function wordsOf(before: string, after: string): Piece[] {
  return diffWords(before, after, segments()).map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }))
}

/** One side of a difference in words. */
export function sideOf(pieces: readonly Piece[], side: 'removed' | 'added'): Piece[] {
  return pieces.filter(({ change }) => change === 'same' || change === side)
}

/** The last line ends like the others, so that a line added after it is the only change. */
const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const linesIn = (text: string) => text.replace(/\n$/, '').split('\n')
const CONTEXT = 2

/** Two texts line by line, side by side; changed lines that belong together also in words, far unchanged ones folded. */
export function linesOf(before: string, after: string): { hunks: Hunk[]; added: number; removed: number } {
  const rows: Line[] = []
  let [old, now, added, removed] = [0, 0, 0, 0]
  const parts = diffLines(ended(before), ended(after))
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]
    if (!part) continue
    if (!part.added && !part.removed) {
      for (const text of linesIn(part.value)) {
        const pieces: Piece[] = [{ text, change: 'same' }]
        rows.push({ before: (old += 1), after: (now += 1), old: pieces, now: pieces })
      }
      continue
    }
    const follows = part.removed && parts[at + 1]?.added ? parts[at + 1] : undefined
    const gone = part.removed ? linesIn(part.value) : []
    const came = follows ? linesIn(follows.value) : part.added ? linesIn(part.value) : []
    if (follows) at += 1
    removed += gone.length
    added += came.length
    for (let row = 0; row < Math.max(gone.length, came.length); row += 1) {
      const [was, is] = [gone[row], came[row]]
      const pieces = was !== undefined && is !== undefined ? wordsOf(was, is) : undefined
      rows.push({
        ...(was === undefined ? {} : { before: (old += 1), old: pieces ? sideOf(pieces, 'removed') : [{ text: was, change: 'removed' }] }),
        ...(is === undefined ? {} : { after: (now += 1), now: pieces ? sideOf(pieces, 'added') : [{ text: is, change: 'added' }] }),
      })
    }
  }
  return { hunks: fold(rows), added, removed }
}

const same = (row: Line) => row.old !== undefined && row.old === row.now

function fold(rows: readonly Line[]): Hunk[] {
  const near = rows.map((_, index) => rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((row) => !same(row)))
  const hunks: Hunk[] = []
  rows.forEach((row, index) => {
    const last = hunks.at(-1)
    if (near[index]) {
      if (last && 'lines' in last) last.lines.push(row)
      else hunks.push({ lines: [row] })
    } else if (last && 'folded' in last) last.folded += 1
    else hunks.push({ folded: 1 })
  })
  return hunks
}
