type Ordered = { url: string; ordering: number }

/** The list with one thing at another place. */
export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [one] = next.splice(from, 1)
  if (one !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, one)
  return next
}

const GAP = 10

/**
 * The numbers that have to change for pictures to stand in a given order: only those that are out of line where the
 * numbers around leave room, all of them otherwise.
 */
export function orderChanges(saved: readonly Ordered[], wanted: readonly string[]): Ordered[] {
  const now = new Map(saved.map((one) => [one.url, one.ordering]))
  const numbers = wanted.map((url) => now.get(url) ?? 0)
  const kept = longestRise(numbers)
  const next = new Map<string, number>()
  let before = kept.length > 0 ? Math.min(-1, (numbers[kept[0] ?? 0] ?? 0) - GAP * wanted.length) : -GAP
  for (let at = 0; at < wanted.length; at++) {
    const number = numbers[at] ?? 0
    if (kept.includes(at)) {
      before = number
      continue
    }
    const after = kept.find((one) => one > at)
    const room = after === undefined ? Infinity : (numbers[after] ?? 0) - before
    const waiting = (after ?? wanted.length) - at
    if (room <= waiting)
      return wanted.map((url, place) => ({ url, ordering: place * GAP })).filter((one) => now.get(one.url) !== one.ordering)
    before += after === undefined ? GAP : Math.max(1, Math.floor(room / (waiting + 1)))
    next.set(wanted[at] ?? '', before)
  }
  return [...next].map(([url, ordering]) => ({ url, ordering }))
}

/** The places of a longest strictly rising part. */
function longestRise(numbers: readonly number[]): number[] {
  const best: number[][] = []
  numbers.forEach((number, at) => {
    let longest: number[] = []
    for (let before = 0; before < at; before++) {
      const rise = best[before] ?? []
      if ((numbers[before] ?? 0) < number && rise.length > longest.length) longest = rise
    }
    best.push([...longest, at])
  })
  return best.reduce<number[]>((longest, rise) => (rise.length > longest.length ? rise : longest), [])
}
