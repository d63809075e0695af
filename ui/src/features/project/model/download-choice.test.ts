import { expect, test } from 'vitest'
import type { Channel, Version } from '@/lib/api/types'
import { gameVersionPicks, hasHiddenPreviews, initialChoice, isCarried, isPreview, loaderPicks, recommended } from './download-choice'

function version(id: string, day: number, channel: Channel, games: string, loaders = 'fabric'): Version {
  return {
    id,
    project_id: 'p',
    author_id: 'a',
    featured: false,
    name: id,
    version_number: id,
    changelog: '',
    downloads: 0,
    version_type: channel,
    status: 'listed',
    requested_status: null,
    changelog_url: null,
    date_published: new Date(Date.UTC(2026, 0, day)).toISOString(),
    files: [],
    dependencies: [],
    game_versions: games.split(' '),
    loaders: loaders.split(' '),
  }
}

const ids = (versions: Version[]) => versions.map((one) => one.id)
const choice = { gameVersion: '1.20', loader: 'fabric' }

test('the latest release is offered whatever the order of the list', () => {
  expect(ids(recommended([version('old', 1, 'release', '1.20'), version('new', 5, 'release', '1.20')], choice))).toEqual(['new'])
})

test('a beta is offered only if newer than the release, an alpha only if newer than both', () => {
  const release = version('r', 5, 'release', '1.20')
  expect(ids(recommended([release, version('b', 4, 'beta', '1.20'), version('a', 3, 'alpha', '1.20')], choice))).toEqual(['r'])
  expect(ids(recommended([release, version('b', 7, 'beta', '1.20'), version('a', 6, 'alpha', '1.20')], choice))).toEqual(['r', 'b'])
  expect(ids(recommended([release, version('b', 7, 'beta', '1.20'), version('a', 8, 'alpha', '1.20')], choice))).toEqual(['r', 'b', 'a'])
  expect(ids(recommended([release, version('b', 2, 'beta', '1.20'), version('a', 8, 'alpha', '1.20')], choice))).toEqual(['r', 'a'])
})

test('an alpha is offered when there is nothing else', () => {
  expect(ids(recommended([version('a', 3, 'alpha', '1.20')], choice))).toEqual(['a'])
})

test('only what runs with the choice is offered', () => {
  const versions = [version('x', 5, 'release', '1.21'), version('y', 6, 'release', '1.20', 'forge'), version('z', 1, 'release', '1.20')]
  expect(ids(recommended(versions, choice))).toEqual(['z'])
  expect(ids(recommended(versions, { gameVersion: '1.19', loader: 'fabric' }))).toEqual([])
})

test.each([
  ['24w14a', true],
  ['1.20-pre1', true],
  ['1.20.1', false],
])('%s is a preview: %s', (name, preview) => {
  expect(isPreview(name)).toBe(preview)
})

const versions = [version('1', 1, 'release', '1.20 24w14a', 'fabric'), version('2', 2, 'release', '1.21', 'forge fabric')]
const order = ['1.21', '24w14a', '1.20']

test('previews are hidden unless all are asked for or text is typed', () => {
  const names = (all: boolean, text: string) =>
    gameVersionPicks(versions, { gameVersion: '', loader: '' }, order, { all, text }).map((one) => one.value)
  expect(names(false, '')).toEqual(['1.21', '1.20'])
  expect(names(true, '')).toEqual(['1.21', '24w14a', '1.20'])
  expect(names(false, '24')).toEqual(['24w14a'])
})

test('what does not go with the other choice stays and says so', () => {
  expect(gameVersionPicks(versions, { gameVersion: '', loader: 'forge' }, order, { all: false, text: '' })).toEqual([
    { value: '1.21', supported: true },
    { value: '1.20', supported: false },
  ])
  expect(loaderPicks(versions, '1.20')).toEqual([
    { value: 'fabric', supported: true },
    { value: 'forge', supported: false },
  ])
})

test('the dialog begins with what was chosen before, or with the only choice', () => {
  expect(initialChoice(versions, { gameVersion: '1.21', loader: 'forge' })).toEqual({ gameVersion: '1.21', loader: 'forge' })
  expect(initialChoice(versions, { gameVersion: '1.20', loader: 'forge' })).toEqual({ gameVersion: '1.20', loader: '' })
  expect(initialChoice([version('1', 1, 'release', '1.20')], { gameVersion: '1.8', loader: 'quilt' })).toEqual({
    gameVersion: '1.20',
    loader: 'fabric',
  })
})

test('a preview stays in sight while it is chosen, and where there is nothing else', () => {
  const names = (list: Version[], gameVersion: string) =>
    gameVersionPicks(list, { gameVersion, loader: '' }, order, { all: false, text: '' }).map((one) => one.value)
  expect(names(versions, '24w14a')).toEqual(['1.21', '24w14a', '1.20'])
  const previews = [version('1', 1, 'release', '24w14a 1.20-pre1')]
  expect(names(previews, '')).toEqual(['24w14a', '1.20-pre1'])
  expect(hasHiddenPreviews(previews)).toBe(false)
  expect(hasHiddenPreviews(versions)).toBe(true)
})

test('a choice is carried when it is all that was chosen before', () => {
  const before = { gameVersion: '1.21', loader: 'forge' }
  expect(isCarried(before, before)).toBe(true)
  expect(isCarried({ gameVersion: '1.21', loader: 'fabric' }, before)).toBe(false)
  expect(isCarried({ gameVersion: '1.21', loader: 'minecraft' }, { gameVersion: '1.21', loader: '' })).toBe(true)
  expect(isCarried({ gameVersion: '1.21', loader: '' }, { gameVersion: '', loader: '' })).toBe(false)
})
