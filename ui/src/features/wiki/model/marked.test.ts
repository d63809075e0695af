import { expect, test } from 'vitest'
import { markedOf } from './marked'

const marks = (text: string, query: string) => markedOf(text, query).map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))

test('every word of a query is marked, whatever its case', () => {
  expect(marks('Gear 与齿轮', 'gear 齿轮').join('')).toBe('[Gear] 与[齿轮]')
})

test('of two words with the same beginning the longer one is marked in full', () => {
  expect(marks('齿轮箱', '齿轮 齿轮箱').join('')).toBe('[齿轮箱]')
})

test('a query may contain what a pattern would read otherwise', () => {
  expect(marks('a(b) [c] d-e', '(b) [c] d-e').join('')).toBe('a[(b)] [[c]] [d-e]')
})

test('a text without the query is whole', () => {
  expect(markedOf('正文', '别的')).toEqual([{ text: '正文', hit: false }])
})
