import { afterEach, expect, test, vi } from 'vitest'
import { drawMarks } from './draw-marks'
import { shapes, type Release } from './releases'

afterEach(() => vi.unstubAllGlobals())

/** What is drawn, in words, on a plot of 100 by 50 with a unit for each second. */
function drawn(rows: { at: number; marks: readonly Release[] }[], width = 5): string[] {
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal(
    'Path2D',
    class {
      constructor(readonly path: string) {}
    },
  )
  const said: string[] = []
  let dash: number[] = []
  let y = 0
  const ctx = {
    save: () => undefined,
    restore: () => undefined,
    beginPath: () => undefined,
    scale: () => undefined,
    lineTo: () => undefined,
    setLineDash: (given: number[]) => (dash = given),
    moveTo: (x: number) => said.push(`${dash.length > 0 ? 'dashes' : 'line'} at ${x}`),
    stroke: () => said.push(`in ${ctx.strokeStyle}`),
    translate: (_x: number, to: number) => (y = to),
    fill: ({ path }: { path: string }) =>
      said.push(`${Object.entries(shapes).find(([, one]) => one === path)?.[0]} in ${ctx.fillStyle} at ${y}`),
    measureText: () => ({ width }),
    fillText: (text: string) => said.push(`"${text}"`),
    strokeStyle: '',
    fillStyle: '',
  }
  const plot = { ctx, bbox: { left: 0, top: 0, width: 100, height: 50 }, root: document.body, valToPos: (at: number) => at }
  drawMarks(plot as never, rows, (token) => token)
  return said
}

test('each channel has its shape and its colour, and only a proper release an unbroken line', () => {
  const one = (at: number, ...marks: Release[]) => ({ at, marks })
  expect(
    drawn([
      one(1),
      one(10, { number: '1.0', channel: 'release' }),
      one(40, { number: '1.1-beta', channel: 'beta' }),
      one(70, { number: '1.2-alpha', channel: 'alpha' }),
    ]),
  ).toEqual([
    ...['line at 10', 'in --ok', 'release in --ok at 43', '"1.0"'],
    ...['dashes at 40', 'in --warn', 'beta in --warn at 43', '"1.1-beta"'],
    ...['dashes at 70', 'in --bad', 'alpha in --bad at 43', '"1.2-alpha"'],
  ])
})

test('a day with several releases shows every channel once and the name of the most stable', () => {
  const marks: Release[] = [
    { number: '2.0-alpha', channel: 'alpha' },
    { number: '1.9', channel: 'release' },
    { number: '1.9.1', channel: 'release' },
  ]
  expect(drawn([{ at: 20, marks }])).toEqual(['line at 20', 'in --ok', 'release in --ok at 43', 'alpha in --bad at 34', '"1.9"'])
})

test('a name without room is left out, its mark is not', () => {
  const marks: Release[] = [{ number: '1.0', channel: 'release' }]
  const said = drawn(
    [20, 25, 95].map((at) => ({ at, marks })),
    10,
  )
  expect(said.filter((one) => one.startsWith('"'))).toHaveLength(1)
  expect(said.filter((one) => one.startsWith('release'))).toHaveLength(3)
})
