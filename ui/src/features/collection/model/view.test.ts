import { expect, test } from 'vitest'
import type { CollectionProject } from '@/lib/api/types'
import { typeOfSegment } from '@/lib/content-types'
import { parseCollectionSearch } from './address'
import { changes } from './draft'
import { findByName, typesOf, viewOf } from './view'

function kept(id: string, rest: Partial<CollectionProject> = {}): CollectionProject {
  return {
    project_id: id,
    project_type: 'mod',
    slug: id,
    author: 'Verdi',
    organization: null,
    title: id,
    title_zh: null,
    url_type: 'mod',
    description: '',
    categories: [],
    display_categories: [],
    versions: [],
    downloads: 0,
    follows: 0,
    icon_url: '',
    organization_id: null,
    archived: false,
    original: null,
    estimated: { created: false, downloads: false, updated: false },
    author_id: null,
    all_project_types: ['mod'],
    environment: [],
    date_created: '2026-01-01T00:00:00Z',
    date_modified: '2026-01-01T00:00:00Z',
    latest_version: '',
    license: 'MIT',
    client_side: 'required',
    server_side: 'required',
    gallery: [],
    featured_gallery: null,
    color: null,
    added: '2026-01-01T00:00:00Z',
    status: 'approved',
    ...rest,
  }
}

const ids = (list: readonly CollectionProject[]) => list.map(({ project_id }) => project_id)

test('projects are sorted by addition by default, and by every other order', () => {
  const list = [
    kept('a', { title: '张灯', downloads: 5, follows: 1, added: '2026-01-02T00:00:00Z', date_modified: '2026-03-01T00:00:00Z' }),
    kept('b', { title: '阿澄', downloads: 9, follows: 3, added: '2026-01-03T00:00:00Z' }),
    kept('c', { title: '北灯', downloads: 7, follows: 2, added: '2026-01-01T00:00:00Z', date_modified: '2026-02-01T00:00:00Z' }),
  ]
  expect(ids(viewOf(list, {}))).toEqual(['b', 'a', 'c'])
  expect(ids(viewOf(list, { s: 'updated' }))).toEqual(['a', 'c', 'b'])
  expect(ids(viewOf(list, { s: 'downloads' }))).toEqual(['b', 'c', 'a'])
  expect(ids(viewOf(list, { s: 'follows' }))).toEqual(['b', 'c', 'a'])
  expect(ids(viewOf(list, { s: 'name' }))).toEqual(['b', 'c', 'a'])
})

test('every word must match, in any form and any field', () => {
  const list = [
    kept('a', { title: 'Night Crossing', title_zh: '夜渡' }),
    kept('b', { description: '夜里的海' }),
    kept('c', { author: '夜航船', slug: 'cross' }),
  ]
  expect(ids(viewOf(list, { q: '夜' }))).toEqual(['a', 'b', 'c'])
  expect(ids(viewOf(list, { q: '夜 ＣＲＯＳＳ' }))).toEqual(['a', 'c'])
  expect(viewOf(list, { q: '没有' })).toEqual([])
})

test('types are counted in the site’s order, and those that are not there are left out', () => {
  const list = [kept('a', { url_type: 'shader' }), kept('b'), kept('c', { url_type: 'shader' })]
  expect(typesOf(list).map(({ type, count }) => [type.id, count])).toEqual([
    ['mod', 1],
    ['shader', 2],
  ])
  expect(ids(viewOf(list, { type: 'mod' }))).toEqual(['b'])
})

test('an address with any value is parsed', () => {
  expect(parseCollectionSearch({ q: 7, s: 'name' })).toEqual({ q: '7', s: 'name' })
  expect(parseCollectionSearch({ q: '', s: 'added', x: 1 })).toEqual({})
  expect(parseCollectionSearch({ q: ['a'], s: 'nothing' })).toEqual({})
  expect(typeOfSegment('mods')?.id).toBe('mod')
  expect(typeOfSegment('mod')?.id).toBe('mod')
  expect(typeOfSegment('things')).toBeUndefined()
})

test('collections are found by name and sorted by pronunciation', () => {
  const list = [{ name: '张三' }, { name: '阿澄', description: '灯' }, { name: 'Lamp' }]
  expect(findByName(list, ' lamp ').map(({ name }) => name)).toEqual(['Lamp'])
  expect(findByName(list, '灯').map(({ name }) => name)).toEqual(['阿澄'])
  expect(
    findByName(list, '')
      .map(({ name }) => name)
      .indexOf('阿澄'),
  ).toBeLessThan(
    findByName(list, '')
      .map(({ name }) => name)
      .indexOf('张三'),
  )
})

test('only what differs is sent, and what the server would refuse is known before', () => {
  const before = { name: '周末', description: '', status: 'listed' as const }
  expect(changes({ ...before, name: '周末', picture: undefined }, before)).toEqual({})
  expect(changes({ ...before, status: 'private', picture: null }, before)).toEqual({ status: 'private', picture: null })
})
