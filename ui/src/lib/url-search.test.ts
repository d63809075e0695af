import { expect, test } from 'vitest'
import { many, one, parseSearch, stringifySearch } from './url-search'

test('repeated keys become a list and come back as repeated keys', () => {
  expect(parseSearch('?f=a&f=b&q=x')).toEqual({ f: ['a', 'b'], q: 'x' })
  expect(stringifySearch({ f: ['a', 'b'], q: 'x' })).toBe('?f=a&f=b&q=x')
})

test('Chinese and reserved characters survive the way through the address', () => {
  const search = { q: '钠 & 光影+', g: ['categories:fabric'] }
  expect(parseSearch(stringifySearch(search))).toEqual({ q: '钠 & 光影+', g: 'categories:fabric' })
})

test('what equals its default is not written', () => {
  expect(stringifySearch({ q: '', s: undefined, l: false, v: [] })).toBe('')
})

test('a value is read as one or as many, whatever its form', () => {
  expect(one(['a', 'b'])).toBe('a')
  expect(one(undefined)).toBe('')
  expect(many('a')).toEqual(['a'])
  expect(many(['a', 'a', ''])).toEqual(['a'])
})
