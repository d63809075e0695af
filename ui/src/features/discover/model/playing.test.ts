import { expect, test } from 'vitest'
import { typeOf, type ContentType } from '@/lib/content-types'
import { canNarrow, chosenPlaying, fittingFacets, isNarrowed, toggleNarrowed, unsaidPlaying } from './playing'

function type(id: string): ContentType {
  const found = typeOf(id)
  if (!found) throw new Error(`no type ${id}`)
  return found
}

const play = { gameVersion: '1.21.1', loader: 'fabric' }

test('one version and one loader are a game setup; several are not', () => {
  expect(chosenPlaying({ v: ['1.21.1'], g: ['categories:fabric'] })).toEqual(play)
  expect(chosenPlaying({ v: ['1.21.1', '1.20'], g: ['categories:fabric', 'categories:forge'] })).toBeUndefined()
  expect(chosenPlaying({ f: ['categories:magic'] })).toBeUndefined()
})

test('of a platform and those it can run, the platform is meant; a resolution is none', () => {
  expect(chosenPlaying({ g: ['purpur', 'paper', 'spigot', 'bukkit'].map((name) => `categories:${name}`) })).toEqual({ loader: 'purpur' })
  expect(chosenPlaying({ g: ['categories:16x'] })).toBeUndefined()
})

test('a listing is narrowed to what fits and widened again', () => {
  const narrowed = toggleNarrowed(type('mod'), { q: 'a', nf: ['categories:fabric', 'categories:cursed'], o: 40 }, play)
  expect(narrowed).toEqual({ q: 'a', nf: ['categories:cursed'], v: ['1.21.1'], g: ['categories:fabric'] })
  expect(isNarrowed(type('mod'), narrowed, play)).toBe(true)
  expect(toggleNarrowed(type('mod'), narrowed, play)).toEqual({ q: 'a', nf: ['categories:cursed'] })
})

test('software has no game version to fit', () => {
  expect(canNarrow(type('software'), { gameVersion: '1.21.1', loader: '' })).toBe(false)
  expect(canNarrow(type('resourcepack'), { gameVersion: '1.21.1', loader: '' })).toBe(true)
})

test('which results fit is asked of the server, which knows what one version has together', () => {
  expect(fittingFacets(type('mod'), {}, play, ['A', 'B'])).toEqual([
    ['project_id:A', 'project_id:B'],
    ['versions:1.21.1'],
    ['categories:fabric'],
  ])
  expect(fittingFacets(type('mod'), { v: ['1.21.1'], g: ['categories:fabric'] }, play, ['A'])).toBeUndefined()
  expect(fittingFacets(type('mod'), {}, { gameVersion: '', loader: '' }, ['A'])).toBeUndefined()
  expect(fittingFacets(type('mod'), {}, play, [])).toBeUndefined()
})

test('filters that differ from what is remembered are offered to be remembered, where the type has such a choice', () => {
  const search = { v: ['1.20.1'], g: ['categories:fabric'] }
  expect(unsaidPlaying(type('mod'), search, play)).toEqual({ gameVersion: '1.20.1' })
  expect(unsaidPlaying(type('mod'), search, { gameVersion: '', loader: '' })).toEqual({ gameVersion: '1.20.1', loader: 'fabric' })
  expect(unsaidPlaying(type('mod'), search, { gameVersion: '1.20.1', loader: 'fabric' })).toBeUndefined()
  expect(unsaidPlaying(type('datapack'), { g: ['categories:datapack'] }, { gameVersion: '', loader: '' })).toBeUndefined()
})
