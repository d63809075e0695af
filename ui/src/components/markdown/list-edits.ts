import { replace, selectedLines, type Selection, type TextEdit } from './text-edits'

/** The prefix of a line: quotes, indentation, a bullet or number, the box of a task. */
const prefix = /^((?:[ \t]*>[ \t]?)*)([ \t]*)(?:([-*+])|(\d{1,9})([.)]))?( +)?(\[[ xX]\] )?/

type Mark = {
  quotes: string
  space: string
  item: string | undefined
  number: number | undefined
  end: string
  task: boolean
  length: number
}

function markOf(line: string): Mark | undefined {
  const found = prefix.exec(line)
  if (!found) return undefined
  const [, quotes = '', space = '', bullet, number, end = '', gap, task] = found
  const isItem = Boolean((bullet || number) && gap)
  if (!quotes && !isItem) return undefined
  const item = isItem ? (bullet ?? `${number ?? ''}${end}`) : undefined
  const length = isItem ? found[0].length : quotes.length
  return {
    quotes,
    space: isItem ? space : '',
    item,
    number: isItem && number ? Number(number) : undefined,
    end,
    task: isItem && Boolean(task),
    length,
  }
}

/** Whether a position is inside a block of code, where list marks have no meaning. */
export function insideFence(text: string, at: number): boolean {
  let fence: string | undefined
  for (const line of text.slice(0, text.lastIndexOf('\n', at - 1) + 1).split('\n')) {
    const found = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (!found) continue
    if (!fence) fence = found
    else if (found[0] === fence[0] && found.length >= fence.length) fence = undefined
  }
  return fence !== undefined
}

function lineTo(text: string, at: number): { from: number; line: string } {
  const from = text.lastIndexOf('\n', at - 1) + 1
  return { from, line: text.slice(from, at) }
}

/** Enter inside a list or a quote continues it; on an empty item it ends it. Undefined: default behaviour. */
export function continueBlock({ text, start, end }: Selection): TextEdit | undefined {
  if (start !== end || insideFence(text, start)) return undefined
  const { from, line } = lineTo(text, start)
  const mark = markOf(line)
  if (!mark) return undefined
  const next = text.indexOf('\n', start)
  const rest = text.slice(start, next < 0 ? text.length : next)
  if (line.slice(mark.length).trim() === '' && rest.trim() === '') {
    // An empty item inside a quote leaves the list first, then the quote.
    const left = mark.item ? mark.quotes : ''
    return replace(from, start, left, from + left.length, from + left.length)
  }
  const quotes = mark.quotes && !/[ \t]$/.test(mark.quotes) ? `${mark.quotes} ` : mark.quotes
  const item =
    mark.item === undefined ? '' : `${mark.number === undefined ? mark.item : `${mark.number + 1}${mark.end}`} ${mark.task ? '[ ] ' : ''}`
  const added = `\n${quotes}${mark.space}${item}`
  return replace(start, start, added, start + added.length, start + added.length)
}

/** Backspace right after a marker removes the marker, the innermost first. Undefined: default behaviour. */
export function removeMarker({ text, start, end }: Selection): TextEdit | undefined {
  if (start !== end || insideFence(text, start)) return undefined
  const { from, line } = lineTo(text, start)
  const mark = markOf(line)
  if (!mark || mark.length !== line.length) return undefined
  const left = mark.item ? mark.quotes + mark.space : mark.quotes.replace(/>[ \t]?$/, '')
  return replace(from, start, left, from + left.length, from + left.length)
}

/** The indentation that makes a line part of the item above: the column where that item's text begins. */
function step(text: string, from: number): number {
  const above = from > 0 ? lineTo(text, from - 1).line : ''
  const item = /^\s*(\d{1,9}[.)]|[-*+]) /.exec(above)?.[1]
  return item ? item.length + 1 : 2
}

function moved(selection: Selection, change: (line: string) => string): TextEdit {
  const { from, to, list } = selectedLines(selection)
  const next = list.map(change)
  const first = (next[0]?.length ?? 0) - (list[0]?.length ?? 0)
  const insert = next.join('\n')
  const start = Math.max(from, selection.start + first)
  const end = Math.max(start, selection.end + insert.length - (to - from))
  return replace(from, to, insert, start, selection.start === selection.end ? start : end)
}

/** Tab: indents the selected lines. */
export function indent(selection: Selection): TextEdit {
  const { from, list } = selectedLines(selection)
  const pad = ' '.repeat(step(selection.text, from))
  return moved(selection, (line) => (line.trim() === '' && list.length > 1 ? line : pad + line))
}

/** Shift-Tab: outdents them. */
export function dedent(selection: Selection): TextEdit {
  const { from } = selectedLines(selection)
  const most = step(selection.text, from)
  return moved(selection, (line) => {
    const space = /^[ \t]*/.exec(line)?.[0] ?? ''
    return space.startsWith('\t') ? line.slice(1) : line.slice(Math.min(most, space.length))
  })
}
