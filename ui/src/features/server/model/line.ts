import { spansOf, without, type Span } from './sgr'

export type Level = 'info' | 'warn' | 'error'

/** A line as the node sends it; `n` is missing where it has no number. */
export type Sent = { n?: number; t: string; s: string; m: string }

/** The frames of a stack trace, which are folded. */
export type Stack = { id: number; size: number }

export type Row = {
  /** Counts the rows of this page. */
  id: number
  at: string
  level: Level
  /** Whose line it is: the server's, a typed command, or a remark of the node. */
  from: 'server' | 'command' | 'node'
  /** What is shown beside time and level. */
  spans: readonly Span[]
  /** The whole line as text. */
  text: string
  stack?: Stack | undefined
  /** The place in the stack, from 1. */
  frame?: number | undefined
}

/** Lines that are not there. */
export type Gap = { id: number; missing: number; why: 'earlier' | 'lost' | 'anew' }

export type Entry = Row | Gap

export const isGap = (entry: Entry): entry is Gap => 'missing' in entry

/** A page does not need more of a line, and a browser would be busy with it. */
const MOST_CHARS = 8_000

/** The head of a line: a time, perhaps a thread, and a level, which the page shows in columns of its own. */
const head =
  /^\[(?:[^\]\s]+ )?\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?: ([A-Z]+))?\](?: ?\[(?:[^\]]*[/ ])?(TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE)\])?:? ?/
/** A level at the beginning of a line without such a head. */
const bare = /^\[?(WARN|WARNING|ERROR|FATAL|SEVERE)\]?[:\s]/
const frame = /^\s+at \S|^\s*(?:Caused by|Suppressed): |^\s*\.\.\. \d+ (?:more|common)/
const thrown = /^(?:[\w$]+\.)+[\w$]*(?:Exception|Error|Throwable)\b/

const levels: Readonly<Record<string, Level>> = { WARN: 'warn', WARNING: 'warn', ERROR: 'error', FATAL: 'error', SEVERE: 'error' }

/** A line of the console as a row, after the row before it. */
export function rowOf(id: number, { t, s, m }: Sent, before: Entry | undefined): Row {
  const spans = spansOf(m.length > MOST_CHARS ? `${m.slice(0, MOST_CHARS)}…` : m)
  const text = spans.map((span) => span.text).join('')
  if (s === 'in' || s === 'node') return { id, at: t, level: 'info', from: s === 'in' ? 'command' : 'node', spans, text }
  const found = head.exec(text)
  const said = found?.[2] ?? found?.[1] ?? bare.exec(text)?.[1]
  const last = before && !isGap(before) && before.from === 'server' ? before : undefined
  const row: Row = {
    id,
    at: t,
    level: levels[said ?? ''] ?? (said || s !== 'err' ? 'info' : 'error'),
    from: 'server',
    spans: found ? without(spans, found[0].length) : spans,
    text,
  }
  if (found || !last) return row
  if (frame.test(text)) {
    const stack = last.stack ?? { id: last.id, size: 0 }
    stack.size += 1
    return { ...row, level: last.level, stack, frame: stack.size }
  }
  return thrown.test(text) && last.level !== 'info' ? { ...row, level: last.level } : row
}
