import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '@/lib/url-search'
import { changed, everything, filterCount, parseListingSearch, withoutFilters } from './search-state'

test('an address is unchanged after it is parsed and written', () => {
  const address =
    '?q=%E9%92%A0&f=categories%3Amagic&g=categories%3Afabric&g=categories%3Aquilt&nf=versions%3A1.20&v=1.21.1&l=true&h=true&e=client&s=updated&m=50&o=100'
  const search = parseListingSearch(parseSearch(address))
  expect(search).toEqual({
    q: '钠',
    f: ['categories:magic'],
    g: ['categories:fabric', 'categories:quilt'],
    nf: ['versions:1.20'],
    v: ['1.21.1'],
    l: true,
    h: true,
    e: ['client'],
    s: 'updated',
    m: 50,
    o: 100,
  })
  expect(stringifySearch(search)).toBe(address)
})

test('default and invalid values are absent', () => {
  expect(parseListingSearch({ s: 'relevance', m: '20', o: '0', l: 'false', e: 'moon', f: ['no facet'], x: '1' })).toEqual({})
  expect(parseListingSearch({ s: 'best', m: '7000', o: '-20' })).toEqual({})
})

test('a change leads to the first page and drops what is empty', () => {
  expect(changed({ q: 'a', o: 40, v: ['1.20'] }, { v: [] })).toEqual({ q: 'a' })
})

test('resetting filters keeps text, order and page size', () => {
  const search = parseListingSearch({ q: 'a', v: ['1.20'], nf: ['categories:cursed'], l: 'true', s: 'newest', m: '50', o: '50' })
  expect(filterCount(search)).toBe(3)
  expect(withoutFilters(search)).toEqual({ q: 'a', s: 'newest', m: 50 })
})

test('a server and its switches stay in the address, but not without the server', () => {
  const address = '?q=a&o=20&sid=srv-1&shi=true&sogv=true&sol=true'
  const search = parseListingSearch(parseSearch(address))
  expect(stringifySearch(search)).toBe(address)
  expect(changed(search, { v: ['1.20'] })).toEqual({ q: 'a', v: ['1.20'], sid: 'srv-1', shi: true, sogv: true, sol: true })
  expect(withoutFilters(search).sid).toBe('srv-1')
  expect(parseListingSearch({ shi: 'true', sol: 'true' })).toEqual({})
  expect(parseListingSearch({ sid: '../x', sogv: 'true' })).toEqual({})
})

test('giving up text and filters keeps how the listing is looked at', () => {
  expect(everything({ q: 'a', v: ['1.20'], s: 'newest', m: 50, o: 50 })).toEqual({ s: 'newest', m: 50 })
})
