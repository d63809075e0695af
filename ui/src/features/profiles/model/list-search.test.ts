import { expect, test } from 'vitest'
import { hrefOf } from '@/lib/address'
import { typeOfSegment } from '@/lib/content-types'
import { kindsIn, listQuery, profileAddress } from './list'
import { parseListSearch } from './list-search'

test('an address is parsed and invalid values are dropped', () => {
  expect(parseListSearch({ q: '灯', s: 'updated', o: '40' })).toEqual({ q: '灯', s: 'updated', o: 40 })
  expect(parseListSearch({ q: ['a', 'b'], s: 'drop table', o: '-1' })).toEqual({ q: 'a' })
  expect(parseListSearch({ s: 'downloads', o: '1.5' })).toEqual({})
  expect(parseListSearch({ q: 'x'.repeat(300) }).q).toHaveLength(100)
})

test('the first page without filters is requested without parameters', () => {
  expect(Object.values(listQuery({}, undefined)).filter(Boolean)).toEqual([])
  expect(listQuery({ q: ' 灯 ', s: 'name', o: 20 }, 'mod')).toEqual({ type: 'mod', query: '灯', index: 'name', offset: 20 })
})

test('a type is named in the singular and in the plural', () => {
  expect(typeOfSegment('mod')?.id).toBe('mod')
  expect(typeOfSegment('resourcepacks')?.id).toBe('resourcepack')
  expect(typeOfSegment('nothing')).toBeUndefined()
})

test('only types with projects get a tab', () => {
  expect(kindsIn({ shader: 1, mod: 2, plugin: 0 }).map(({ id }) => id)).toEqual(['mod', 'shader'])
})

test('addresses of lists', () => {
  expect(hrefOf(profileAddress('user', 'a', undefined))).toBe('/user/a')
  expect(hrefOf(profileAddress('user', 'a', 'mod', { s: 'name', o: 20 }))).toBe('/user/a/mod?s=name&o=20')
})
