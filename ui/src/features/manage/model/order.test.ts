import { expect, test } from 'vitest'
import { moveTo, orderChanges } from './order'

const at = (numbers: number[]) => numbers.map((ordering, place) => ({ url: 'abcdef'[place] ?? '', ordering }))

test('a thing is moved within its list', () => {
  expect(moveTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveTo(['a', 'b', 'c'], 2, -5)).toEqual(['c', 'a', 'b'])
})

test.each([
  [[0, 10, 20], 'abc', 0],
  [[0, 10, 20], 'bac', 1],
  [[0, 10, 20], 'bca', 1],
  [[0, 10, 20], 'cab', 1],
  [[0, 1, 2], 'acb', 1],
  [[0, 1, 2, 3], 'adbc', 4],
  [[0, 0, 0], 'cba', 2],
  [[-5, 7, 7], 'bca', 2],
])('%j in the order %s', (numbers, wanted, most) => {
  const saved = at(numbers)
  const changes = orderChanges(saved, [...wanted])
  const after = new Map([...saved, ...changes].map((one) => [one.url, one.ordering]))
  const result = [...wanted].map((url) => after.get(url) ?? NaN)
  expect(
    result.every((number, place) => place === 0 || number > (result[place - 1] ?? NaN)),
    JSON.stringify(result),
  ).toBe(true)
  expect(changes.length).toBeLessThanOrEqual(most)
  expect(result.every(Number.isInteger)).toBe(true)
})
