/** The half of each stands at the scale too: it is whole as well. */
const FEW = [2, 4, 6, 8, 10]
const STEPS = [1, 2, 4, 5, 10]

/** The end of a scale from zero that is not below a value: a round number of units. */
export function roundUp(value: number, unit: number): number {
  const units = Math.max(value / unit, Number.EPSILON)
  const power = Math.max(1, 10 ** Math.floor(Math.log10(units)))
  const step = (power === 1 ? FEW : STEPS).find((one) => one * power >= units) ?? 10
  return step * power * unit
}

/** The heights of stacked values and where each begins, of a hundred for the end of the scale. */
export function stackOf(values: readonly (number | null)[], end: number): { from: number; height: number }[] {
  let from = 0
  return values.map((value) => {
    const height = ((value ?? 0) / end) * 100
    const part = { from, height }
    from += height
    return part
  })
}

/** The path of a line over the middles of columns of ten, broken where a value is missing. */
export function lineOf(values: readonly (number | null)[], end: number): string {
  let joined = false
  return values
    .map((value, at) => {
      if (value === null) {
        joined = false
        return ''
      }
      const point = `${joined ? 'L' : 'M'}${at * 10 + 5} ${(100 - (value / end) * 100).toFixed(2)}`
      joined = true
      return point
    })
    .join('')
}
