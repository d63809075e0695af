import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The height of a row and of the box before they are measured, in px. */
const ROW_PX = 44
const BOX_PX = 600
/** Rows that are drawn beside the visible ones. */
const BESIDE = 10

/** The rows of a long list that are in the document. All rows are of one height, which follows from the style sheet. */
export function useRows(total: number) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: BOX_PX, row: ROW_PX })
  const measure = () => {
    const it = box.current
    if (!it) return
    const row = it.querySelector<HTMLElement>('[data-row]')?.offsetHeight || ROW_PX
    const next = { top: it.scrollTop, height: it.clientHeight || BOX_PX, row }
    setView((before) => (before.top === next.top && before.height === next.height && before.row === row ? before : next))
  }
  useLayoutEffect(measure)
  useEffect(() => {
    const it = box.current
    if (!it) return
    const watch = new ResizeObserver(measure)
    watch.observe(it)
    return () => watch.disconnect()
  }, [])
  const { top, height, row } = view
  const from = Math.max(0, Math.min(Math.floor(top / row) - BESIDE, total - 1))
  const to = Math.min(total, Math.ceil((top + height) / row) + BESIDE)
  return {
    box,
    from: total === 0 ? 0 : from,
    to,
    before: from * row,
    after: Math.max(0, total - to) * row,
    /** Rows that fit into the box. */
    page: Math.max(1, Math.floor(height / row) - 1),
    onScroll: measure,
    /** Scrolls as little as brings a row into sight. */
    reveal: (index: number) => {
      const it = box.current
      if (!it || index < 0) return
      if (index * row < it.scrollTop) it.scrollTop = index * row
      else if ((index + 1) * row > it.scrollTop + it.clientHeight && it.clientHeight > 0) it.scrollTop = (index + 1) * row - it.clientHeight
      measure()
    },
  }
}
