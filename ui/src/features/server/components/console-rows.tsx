import { ArrowDown } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatExact } from '@/lib/format'
import { consoleText as t } from '@/lib/i18n/zh-Hans/server'
import { shownOf, type Block, type Filter, type Rows } from '../model/rows'
import type { Entry } from '../model/line'
import { visibleRange } from '../model/window'
import { ConsoleRow } from './console-row'
import ui from '@/components/ui/ui.module.css'
import css from './console-rows.module.css'

/** What a row is assumed to be high before it was drawn. */
const ROW_PX = 21
/** So near at the end a console follows what comes. */
const END_PX = 24

type ConsoleRowsProps = { rows: Rows; filter: Filter; onFold: (stack: number) => void }

/**
 * The lines of a console. Only the blocks of rows near the visible part are in the document; rows wrap, so the height of a block is known
 * once it was drawn. It follows what comes until somebody scrolls up.
 */
export function ConsoleRows({ rows, filter, onFold }: ConsoleRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const heights = useRef({ filter, of: new Map<number, number>() })
  const [view, setView] = useState({ top: 0, height: 0 })
  /** What had come when the console stopped to follow; undefined while it follows. */
  const [paused, setPaused] = useState<number>()
  if (heights.current.filter !== filter) heights.current = { filter, of: new Map() }
  const { of } = heights.current
  const blocks = shownBlocks(rows.blocks, filter)
  const sizes = blocks.map(({ key, entries }) => of.get(key) ?? entries.length * ROW_PX)
  const { from, to, before, after } = visibleRange(sizes, view, paused === undefined)

  useLayoutEffect(() => {
    const it = box.current
    if (!it) return
    for (const element of it.querySelectorAll<HTMLElement>('[data-block]')) of.set(Number(element.dataset.block), element.offsetHeight)
    if (paused === undefined) it.scrollTop = it.scrollHeight
  })
  useEffect(() => {
    const it = box.current
    if (!it) return
    let width = it.clientWidth
    const watch = new ResizeObserver(() => {
      // Other line breaks: other heights.
      if (it.clientWidth !== width) heights.current.of.clear()
      width = it.clientWidth
      setView({ top: it.scrollTop, height: it.clientHeight })
    })
    watch.observe(it)
    return () => watch.disconnect()
  }, [])
  const scrolled = () => {
    const it = box.current
    if (!it) return
    const { scrollTop: top, clientHeight: height } = it
    const atEnd = it.scrollHeight - top - height < END_PX
    // While it follows, what is drawn depends on the end alone.
    if (!atEnd || paused !== undefined || view.height !== height) setView({ top, height })
    setPaused((was) => (atEnd ? undefined : (was ?? rows.came)))
  }
  const more = paused === undefined ? 0 : rows.came - paused
  return (
    <div className={css.frame}>
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={box} className={css.root} role="log" aria-live="off" aria-label={t.title} tabIndex={0} onScroll={scrolled}>
        {blocks.length === 0 ? <p className={css.empty}>{rows.blocks.length === 0 ? t.empty : t.nothing}</p> : null}
        <div style={{ height: before }} />
        {blocks.slice(from, to).map(({ key, entries }) => (
          <BlockRows key={key} block={key} entries={entries} filter={filter} onFold={onFold} />
        ))}
        <div style={{ height: after }} />
      </div>
      {paused === undefined ? null : (
        <button type="button" className={css.latest} onClick={() => setPaused(undefined)}>
          <ArrowDown className={ui.icon14} aria-hidden />
          {more > 0 ? t.latestMany(formatExact(more)) : t.latest}
        </button>
      )}
    </div>
  )
}

/** Filtered blocks keep their object as long as neither rows nor filter change, so that they are not drawn again. */
const filtered = new WeakMap<readonly Entry[], { filter: Filter; entries: Entry[] }>()

function shownBlocks(blocks: readonly Block[], filter: Filter): Block[] {
  return blocks.flatMap(({ key, entries }) => {
    let known = filtered.get(entries)
    if (known?.filter !== filter) filtered.set(entries, (known = { filter, entries: shownOf(entries, filter) }))
    return known.entries.length > 0 ? [{ key, entries: known.entries }] : []
  })
}

type BlockRowsProps = { block: number; entries: readonly Entry[]; filter: Filter; onFold: (stack: number) => void }

const BlockRows = memo(
  function BlockRows({ block, entries, filter, onFold }: BlockRowsProps) {
    return (
      <div data-block={block}>
        {entries.map((entry) => (
          <ConsoleRow key={entry.id} entry={entry} filter={filter} onFold={onFold} />
        ))}
      </div>
    )
  },
  (before, after) => before.entries === after.entries && before.filter === after.filter,
)
