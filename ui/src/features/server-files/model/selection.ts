/** The selected names of a list, the row of the keyboard, and where a range begins. */
export type Selection = { names: ReadonlySet<string>; at: string | undefined; from: string | undefined }

export const nothing: Selection = { names: new Set(), at: undefined, from: undefined }

export const only = (name: string): Selection => ({ names: new Set([name]), at: name, from: name })

export function toggled(before: Selection, name: string): Selection {
  const names = new Set(before.names)
  if (!names.delete(name)) names.add(name)
  return { names, at: name, from: name }
}

/** From where the range began up to a name, both included. What was selected beside it is given up unless `more`. */
export function ranged(before: Selection, name: string, order: readonly string[], more = false): Selection {
  const from = before.from !== undefined && order.includes(before.from) ? before.from : name
  const [a, b] = [order.indexOf(from), order.indexOf(name)]
  const range = order.slice(Math.min(a, b), Math.max(a, b) + 1)
  return { names: new Set(more ? [...before.names, ...range] : range), at: name, from }
}

export const everything = (before: Selection, order: readonly string[]): Selection => ({ ...before, names: new Set(order) })

type Press = { shift: boolean; ctrl: boolean }

/** After a press on a row. */
export function clicked(before: Selection, name: string, { shift, ctrl }: Press, order: readonly string[]): Selection {
  if (shift) return ranged(before, name, order, ctrl)
  return ctrl ? toggled(before, name) : only(name)
}

const steps: Readonly<Record<string, (at: number, last: number, page: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, _last, page) => at + page,
  PageUp: (at, _last, page) => at - page,
  Home: () => 0,
  End: (_at, last) => last,
}

/** After a key that moves; undefined for other keys. With shift it selects a range, with ctrl only the row of the keyboard moves. */
export function moved(
  before: Selection,
  key: string,
  { shift, ctrl }: Press,
  order: readonly string[],
  page: number,
): Selection | undefined {
  const step = steps[key]
  const last = order.length - 1
  if (!step || last < 0) return undefined
  const at = before.at === undefined ? -1 : order.indexOf(before.at)
  // Without a row, the first step of an arrow goes to the first.
  const next = at < 0 && key.startsWith('Arrow') ? 0 : Math.min(last, Math.max(0, step(Math.max(0, at), last, page)))
  const name = order[next] ?? ''
  if (shift) return ranged(before, name, order)
  return ctrl ? { ...before, at: name } : only(name)
}

/** What is left where entries vanished. */
export function kept(before: Selection, order: readonly string[]): Selection {
  const there = new Set(order)
  if ([...before.names].every((name) => there.has(name)) && (before.at === undefined || there.has(before.at))) return before
  const still = (name: string | undefined) => (name !== undefined && there.has(name) ? name : undefined)
  return { names: new Set([...before.names].filter((name) => there.has(name))), at: still(before.at), from: still(before.from) }
}
