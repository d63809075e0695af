export type Place = 'right' | 'left' | 'top'
type Box = { left: number; top: number; right: number; bottom: number }

const EDGE = 16
/** Below the header. */
const HEAD = 68
const PHONE = 768
const actions = 'a[href], button, input, select, textarea, summary, [role="button"], [contenteditable="true"]'

/** Where a box of this size stands in each place; on a phone it is as wide as the page. */
export function boxes(width: number, height: number, bottom: number, window: { width: number; height: number }): [Place, Box][] {
  const low = { top: window.height - bottom - height, bottom: window.height - bottom }
  const right = { left: window.width - EDGE - width, right: window.width - EDGE }
  const all: [Place, Box][] = [
    ['right', { ...low, ...right }],
    ['left', { ...low, left: EDGE, right: EDGE + width }],
    ['top', { ...right, top: HEAD, bottom: HEAD + height }],
  ]
  return window.width < PHONE ? all.filter(([place]) => place !== 'left') : all
}

/** The place that covers the fewest of the boxes; the first of equal ones. */
export function emptiest(places: readonly [Place, Box][], taken: readonly Box[]): Place {
  const covered = places.map(([place, box]) => {
    const hits = taken.filter((it) => it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top)
    return { place, count: hits.length }
  })
  return covered.reduce((best, one) => (one.count < best.count ? one : best)).place
}

/** The place of the toasts where they cover no action, if there is one. */
export function placeOf(list: HTMLElement): Place {
  const { width, height, bottom } = list.getBoundingClientRect()
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
  const taken = [...document.querySelectorAll(actions)]
    .filter((it) => !list.contains(it))
    .map((it) => it.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.bottom > 0 && box.top < view.height)
  const low = bottom > view.height / 2 ? view.height - bottom : EDGE
  return emptiest(boxes(width, height, low, view), taken)
}
