import { expect, test } from 'vitest'
import { nearestSize, offsetOf, pageAfterResize, pageCount, pageList, pageOf } from './pages'

test.each([
  [0, 20, 1],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [5_084, 20, 255],
])('%i results by %i are %i pages', (total, size, count) => {
  expect(pageCount(total, size)).toBe(count)
})

test('offset and page convert to each other', () => {
  for (const page of [1, 2, 7, 255]) expect(pageOf(offsetOf(page, 20), 20)).toBe(page)
})

test.each([
  [1, 20, 50, 1_000, 1],
  [5, 20, 50, 1_000, 2],
  [5, 20, 10, 1_000, 10],
  [10, 10, 100, 1_000, 1],
  [50, 20, 10, 120, 12],
  [3, 20, 100, 0, 1],
])('page %i of %i becomes with %i of %i results page %i', (page, before, after, total, expected) => {
  expect(pageAfterResize(page, before, after, total)).toBe(expected)
})

test('a size is rounded to the nearest allowed one', () => {
  expect(nearestSize(20, [6, 12, 18, 24, 48, 96])).toBe(18)
  expect(nearestSize(20, [6, 10, 16, 20, 50, 100])).toBe(20)
  expect(nearestSize(7, [5, 10, 15])).toBe(5)
  expect(nearestSize(99, [5, 10, 15])).toBe(15)
})

test('pages include the ends and the neighbours, with gaps for the others', () => {
  expect(pageList(1, 1)).toEqual([1])
  expect(pageList(1, 5)).toEqual([1, 2, 'gap', 5])
  expect(pageList(3, 5)).toEqual([1, 2, 3, 4, 5])
  expect(pageList(10, 255)).toEqual([1, 2, 'gap', 9, 10, 11, 'gap', 255])
  expect(pageList(255, 255)).toEqual([1, 2, 'gap', 254, 255])
})
