import { expect, test } from 'vitest'
import { many, one, parseSearch, stringifySearch } from './url-search'

test('repeated keys become a list and are written as repeated keys', () => {
  expect(parseSearch('?f=a&f=b&q=x')).toEqual({ f: ['a', 'b'], q: 'x' })
  expect(stringifySearch({ f: ['a', 'b'], q: 'x' })).toBe('?f=a&f=b&q=x')
})

test('Chinese and reserved characters survive encoding in the address', () => {
  const search = { q: '钠 & 光影+', g: ['categories:fabric'] }
  expect(parseSearch(stringifySearch(search))).toEqual({ q: '钠 & 光影+', g: 'categories:fabric' })
})

test('default values are omitted', () => {
  expect(stringifySearch({ q: '', s: undefined, l: false, v: [] })).toBe('')
})

test('a value is read as one or as many, in either form', () => {
  expect(one(['a', 'b'])).toBe('a')
  expect(one(undefined)).toBe('')
  expect(many('a')).toEqual(['a'])
  expect(many(['a', 'a', ''])).toEqual(['a'])
})
