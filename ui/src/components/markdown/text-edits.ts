/** The effect of a toolbar button on a text: it replaces a part and selects another. Positions are UTF-16 offsets. */
export type TextEdit = { from: number; to: number; insert: string; selectFrom: number; selectTo: number }
export type Selection = { text: string; start: number; end: number }
export type TextCommand = (selection: Selection) => TextEdit

export function replace(from: number, to: number, insert: string, selectFrom: number, selectTo: number): TextEdit {
  return { from, to, insert, selectFrom, selectTo }
}

/** Puts a marker around the selection, or removes it. */
export function wrap(marker: string): TextCommand {
  return ({ text, start, end }) => {
    const size = marker.length
    const inner = text.slice(start, end)
    if (text.slice(start - size, start) === marker && text.slice(end, end + size) === marker) {
      return replace(start - size, end + size, inner, start - size, end - size)
    }
    return replace(start, end, marker + inner + marker, start + size, end + size)
  }
}

/** The whole lines of a selection. */
export function selectedLines({ text, start, end }: Selection): { from: number; to: number; list: string[] } {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  return { from, to, list: text.slice(from, to).split('\n') }
}

function onLines(selection: Selection, change: (list: string[]) => string[]): TextEdit {
  const { from, to, list } = selectedLines(selection)
  const insert = change(list).join('\n')
  if (selection.start === selection.end) {
    const at = Math.max(from, selection.end + insert.length - (to - from))
    return replace(from, to, insert, at, at)
  }
  return replace(from, to, insert, from, from + insert.length)
}

const listMark = /^(\s*)(?:[-*+]|\d+\.) /
const quoteMark = /^> ?/

/** Makes each selected line a heading of a level; the same level again removes it. */
export function heading(level: number): TextCommand {
  const mark = `${'#'.repeat(level)} `
  return (selection) =>
    onLines(selection, (list) => {
      const plain = list.every((line) => line.startsWith(mark))
      return list.map((line) => (plain ? line.slice(mark.length) : mark + line.replace(/^#{1,6} /, '')))
    })
}

export const bullets: TextCommand = (selection) =>
  onLines(selection, (list) => {
    const all = list.every((line) => /^\s*[-*+] /.test(line))
    return list.map((line) => (all ? line.replace(listMark, '$1') : line.replace(listMark, '$1').replace(/^(\s*)/, '$1- ')))
  })

export const numbers: TextCommand = (selection) =>
  onLines(selection, (list) => {
    const all = list.every((line) => /^\s*\d+\. /.test(line))
    return list.map((line, at) => (all ? line.replace(listMark, '$1') : line.replace(listMark, '$1').replace(/^(\s*)/, `$1${at + 1}. `)))
  })

export const quote: TextCommand = (selection) =>
  onLines(selection, (list) => {
    const all = list.every((line) => quoteMark.test(line))
    return list.map((line) => (all ? line.replace(quoteMark, '') : `> ${line}`))
  })

/** A block on separate lines around the selection. */
function block(before: string, after: string): TextCommand {
  return ({ text, start, end }) => {
    const lead = start > 0 && text[start - 1] !== '\n' ? '\n' : ''
    const tail = end < text.length && text[end] !== '\n' ? '\n' : ''
    const inner = text.slice(start, end)
    const at = start + lead.length + before.length
    return replace(start, end, lead + before + inner + after + tail, at, at + inner.length)
  }
}

export const codeBlock = block('```\n', '\n```')
export const spoiler = (summary: string): TextCommand => block(`<details>\n<summary>${summary}</summary>\n\n`, '\n\n</details>')

/** Inserts a text in place of the selection. */
export function insert(text: string): TextCommand {
  return ({ start, end }) => replace(start, end, text, start + text.length, start + text.length)
}
