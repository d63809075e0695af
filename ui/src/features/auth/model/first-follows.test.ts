import { expect, test } from 'vitest'
import type { SearchHit } from '@/lib/api/types'
import { firstFacets, mixed } from './first-follows'

test('suggestions fit what is played, where the kind depends on it', () => {
  const play = { gameVersion: '1.21.1', loader: 'fabric' }
  expect(firstFacets('mod', play)).toEqual([['project_types:mod'], ['versions:1.21.1'], ['categories:fabric']])
  expect(firstFacets('shader', play)).toEqual([['project_types:shader'], ['versions:1.21.1']])
  expect(firstFacets('software', play)).toEqual([['project_types:software']])
  expect(firstFacets('mod', { gameVersion: '', loader: '' })).toEqual([['project_types:mod']])
})

test('every chosen kind has its turn, and no project stands twice', () => {
  const list = (...ids: string[]) => ids.map((project_id) => ({ project_id }) as SearchHit)
  expect(mixed([list('a', 'b', 'c', 'd'), list('x', 'a', 'y')]).map((one) => one.project_id)).toEqual(['a', 'x', 'b', 'c', 'y'])
  expect(mixed([])).toEqual([])
})
