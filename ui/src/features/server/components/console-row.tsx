import { Fragment } from 'react'
import { cn } from '@/lib/cn'
import { formatDateTime, formatExact } from '@/lib/format'
import { consoleText as t } from '@/lib/i18n/zh-Hans/server'
import { clockOf } from '../model/clock'
import { isGap, type Entry, type Gap, type Row } from '../model/line'
import { foldedBy, type Filter } from '../model/rows'
import type { Span } from '../model/sgr'
import css from './console-rows.module.css'

type ConsoleRowProps = { entry: Entry; filter: Filter; onFold: (stack: number) => void }

const words: Record<Gap['why'], (missing: string) => string> = { earlier: t.earlier, lost: t.missing, anew: () => t.anew }

export function ConsoleRow({ entry, filter, onFold }: ConsoleRowProps) {
  if (isGap(entry)) return <p className={css.gap}>{words[entry.why](formatExact(entry.missing))}</p>
  const folded = filter.text === '' ? foldedBy(entry) : 0
  const stack = entry.stack?.id ?? 0
  const open = filter.open.has(stack)
  const inner = entry.frame !== undefined
  return (
    <div className={cn(css.row, css[entry.level], entry.from !== 'server' && css[entry.from], inner && css.frameRow)}>
      {inner ? null : (
        <>
          <time dateTime={entry.at} title={formatDateTime(entry.at)}>
            {clockOf(entry.at)}
          </time>{' '}
          <span className={css.level}>{labelOf(entry)}</span>{' '}
        </>
      )}
      {entry.from === 'command' ? <span className={css.prompt}>› </span> : null}
      {entry.spans.map((span, at) => (
        <Part key={at} span={span} search={filter.text} />
      ))}
      {folded > 0 ? (
        <button
          type="button"
          className={css.fold}
          aria-expanded={open}
          aria-label={open ? t.fold : t.unfold(formatExact(folded))}
          onClick={() => onFold(stack)}
        >
          {open ? t.fold : t.folded(formatExact(folded))}
        </button>
      ) : null}
    </div>
  )
}

const labelOf = ({ from, level }: Row) => (from === 'command' ? t.command : from === 'node' ? t.node : t.levels[level])

/** A part of a line in its look, with what is searched for marked. */
function Part({ span: { text, colour, bold }, search }: { span: Span; search: string }) {
  const inner = search === '' ? text : marked(text, search)
  if (!colour && !bold) return inner
  return <span className={cn(colour && css[colour], bold && css.bold)}>{inner}</span>
}

function marked(text: string, search: string) {
  const lower = text.toLowerCase()
  const wanted = search.toLowerCase()
  const parts = []
  let from = 0
  // Some letters are longer in lower case; then nothing is marked.
  if (lower.length !== text.length) return text
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(<Fragment key={at}>{text.slice(from, at)}</Fragment>, <mark key={`m${at}`}>{text.slice(at, at + wanted.length)}</mark>)
    from = at + wanted.length
  }
  return [...parts, text.slice(from)]
}
