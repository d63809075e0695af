/** So much beside the visible part is drawn too, in px. */
const BESIDE_PX = 600
/** The height of a window that is not measured yet, in px. */
const UNKNOWN_PX = 600

export type View = { top: number; height: number }

/** The blocks that are drawn, `from` up to `to`, and the heights of the room before and after them. */
export function visibleRange(sizes: readonly number[], view: View, atEnd: boolean) {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const height = view.height || UNKNOWN_PX
  const top = (atEnd ? total - height : Math.min(view.top, total - height)) - BESIDE_PX
  const bottom = top + height + 2 * BESIDE_PX
  let from = 0
  let before = 0
  while (from < sizes.length && before + (sizes[from] ?? 0) <= top) before += sizes[from++] ?? 0
  let to = from
  let end = before
  while (to < sizes.length && end < bottom) end += sizes[to++] ?? 0
  return { from, to, before, after: total - end }
}
