import { expect, test } from 'vitest'
import type { Entry } from '../api'
import { entriesWith, treeOf, type Folder } from './tree'

const entry = (path: string): Entry => ({ path, size: 1, packed: 1, crc: '00000000', kind: 'other' })
const drawn = ({ name, folders, files, count }: Folder): unknown => [name, count, folders.map(drawn), files.map((one) => one.path)]

test('entries stand in folders by name, and a folder with one folder only is one with it', () => {
  const entries = [
    'fabric.mod.json',
    'com/example/quay/B.class',
    'com/example/quay/A.class',
    'com/example/quay/net/C.class',
    'assets/a.png',
  ].map(entry)
  expect(drawn(treeOf(entries))).toEqual([
    '',
    5,
    [
      ['assets', 1, [], ['assets/a.png']],
      ['com/example/quay', 3, [['net', 1, [], ['com/example/quay/net/C.class']]], ['com/example/quay/A.class', 'com/example/quay/B.class']],
    ],
    ['fabric.mod.json'],
  ])
})

test('names of the language itself are names of folders like others', () => {
  expect(treeOf([entry('__proto__/constructor/a.class')]).folders[0]?.name).toBe('__proto__/constructor')
})

test('an entry is found by words of its path', () => {
  const entries = ['com/example/Boat.class', 'com/example/Sail.class', 'assets/boat.png'].map(entry)
  expect(entriesWith(entries, ' BOAT class ').map((one) => one.path)).toEqual(['com/example/Boat.class'])
  expect(entriesWith(entries, '')).toHaveLength(3)
})
