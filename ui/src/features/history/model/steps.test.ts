import { expect, test } from 'vitest'
import { stepOf } from '@/testing/history'
import { earlierOf, indexAt, marksOf, moved, nearest, partsOf, shadesOf, ticksOf, verbOf } from './steps'

const steps = [
  stepOf({ position: 1, at: '2026-01-01T00:00:00Z', type: 'created', to: 'draft' }),
  stepOf({ position: 2, at: '2026-01-02T00:00:00Z', type: 'submitted', to: 'processing', round: 1 }),
  stepOf({ position: 3, at: '2026-01-03T00:00:00Z', type: 'rejected', to: 'rejected', round: 1 }),
  stepOf({ position: 4, at: '2026-01-04T00:00:00Z', kinds: ['project.described', 'project.described'], to: 'rejected', round: 1 }),
  stepOf({ position: 9, at: '2026-01-05T00:00:00Z', type: 'submitted', to: 'processing', round: 2 }),
]
const now = Date.parse('2026-01-06T00:00:00Z')

test('every submission begins a part, the newest first, with the time of its decision', () => {
  expect(partsOf(steps).map((part) => [part.round, part.steps.map((step) => step.position), part.decided])).toEqual([
    [2, [9], undefined],
    [1, [4, 3, 2], '2026-01-03T00:00:00Z'],
    [0, [1], undefined],
  ])
})

test('ticks keep their order and a distance, and rounds are shaded from a submission to its decision or to now', () => {
  const close = steps.map((step) => ({ ...step, at: '2026-01-05T00:00:00Z' }))
  const places = ticksOf(close, now).map((tick) => tick.place)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(new Set(places).size).toBe(steps.length)
  const ticks = ticksOf(steps, now)
  expect(shadesOf(ticks)).toEqual([
    { from: ticks[1]?.place, to: ticks[2]?.place, round: 1 },
    { from: ticks[4]?.place, to: 100, round: 2 },
  ])
  expect(nearest(ticks, (ticks[3]?.place ?? 0) + 1)).toBe(3)
  const marks = marksOf(ticks)
  expect(marks.every((mark, index) => index === 0 || mark.place - (marks[index - 1]?.place ?? 0) >= 14)).toBe(true)
  const narrow = marks.filter(({ spare }) => !spare)
  expect(narrow.every((mark, index) => index === 0 || mark.place - (narrow[index - 1]?.place ?? 0) >= 32)).toBe(true)
  expect(narrow.slice(1).every(({ place }) => place <= 78)).toBe(true)
})

test('keys move by a step, to the ends, and between submissions and decisions', () => {
  expect(moved('ArrowLeft', steps, 0)).toBe(0)
  expect(moved('ArrowRight', steps, 2)).toBe(3)
  expect(moved('Home', steps, 3)).toBe(0)
  expect(moved('End', steps, 0)).toBe(4)
  expect(moved('PageUp', steps, 2)).toBe(4)
  expect(moved('PageDown', steps, 4)).toBe(2)
  expect(moved('a', steps, 2)).toBeUndefined()
})

test('a position belongs to the last step that it covers', () => {
  expect(indexAt(steps, undefined)).toBe(4)
  expect(indexAt(steps, 7)).toBe(3)
  expect(indexAt(steps, 9)).toBe(4)
  expect(indexAt(steps, 99)).toBe(4)
})

test('a submission is compared with the one before it, an edit with the last submission', () => {
  expect(earlierOf(steps, 4)?.position).toBe(2)
  expect(earlierOf(steps, 3)?.position).toBe(2)
  expect(earlierOf(steps, 1)?.position).toBe(1)
  expect(earlierOf(steps, 0)).toBeUndefined()
})

test('a step says once what it changed', () => {
  expect(verbOf(steps[3] ?? stepOf({ position: 0 }))).toBe('正文')
  expect(verbOf(steps[4] ?? stepOf({ position: 0 }))).toBe('重新提交')
  expect(verbOf(stepOf({ position: 1, kinds: ['project.renamed', 'project.summarised', 'version.created', 'project.described'] }))).toBe(
    '标题、简介、上传版本等',
  )
})
