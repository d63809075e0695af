import { expect, test } from 'vitest'
import { contentTypes } from '@/lib/content-types'
import { hits } from '@/testing/hits'
import { nothingChosen, viewHit } from './hit-view'

const type = contentTypes.find((one) => one.id === 'mod')
const first = hits[0]
if (!type || !first) throw new Error('no fixture')
const hit = { ...first, versions: ['1.16.5', '1.20.1', '1.21', '1.21.1'], categories: ['fabric', 'forge', 'quilt'], display_categories: [] }
const line = (game: string) => viewHit(hit, type, { games: [game], loaders: [] }).versions

test('the chosen game version stands before the ranges of the others', () => {
  const plain = viewHit(hit, type, nothingChosen).versions
  expect(plain.text.startsWith('1.16.5')).toBe(false)
  expect(line('1.16.5').text.startsWith('1.16.5、')).toBe(true)
  expect(line('1.16.5').all).toBe(plain.all)
})

test('a range that contains the chosen version stays, and a version is not told twice', () => {
  expect(line('1.21').text.startsWith('1.21、')).toBe(true)
  expect(line('1.20.1').text.match(/1\.20\.1/g)).toHaveLength(1)
})

test('a version that a result does not support changes nothing', () => {
  expect(line('1.12.2')).toEqual(viewHit(hit, type, nothingChosen).versions)
})

test('the chosen loader is one of those that are shown', () => {
  expect(viewHit(hit, type, nothingChosen)).toMatchObject({ loaders: ['fabric', 'forge'], moreLoaders: ['quilt'] })
  expect(viewHit(hit, type, { games: [], loaders: ['quilt'] })).toMatchObject({ loaders: ['quilt', 'fabric'], moreLoaders: ['forge'] })
})
