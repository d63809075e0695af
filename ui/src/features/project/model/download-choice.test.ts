import { expect, test } from 'vitest'
import type { Places } from '@/lib/api/types'
import { gameVersionPicks, hasHiddenPreviews, initialChoice, isCarried, isPreview, loaderPicks, rechosen } from './download-choice'

/** Places of a project by loader; the game versions are given newest first. */
function places(game_versions: string[], runs: Record<string, string[]>): Places {
  const pairs = Object.fromEntries(
    Object.entries(runs).map(([loader, games]) => [loader, games.map((name) => game_versions.indexOf(name))]),
  )
  return { game_versions, loaders: Object.keys(runs), version_types: ['release'], pairs, releases: [] }
}

test.each([
  ['24w14a', true],
  ['1.20-pre1', true],
  ['1.20.1', false],
])('%s is a preview: %s', (name, preview) => {
  expect(isPreview(name)).toBe(preview)
})

const some = places(['1.21', '24w14a', '1.20'], { fabric: ['1.21', '24w14a', '1.20'], forge: ['1.21'] })

test('previews are hidden unless all are asked for or text is typed', () => {
  const names = (all: boolean, text: string) =>
    gameVersionPicks(some, { gameVersion: '', loader: '' }, { all, text }).map((one) => one.value)
  expect(names(false, '')).toEqual(['1.21', '1.20'])
  expect(names(true, '')).toEqual(['1.21', '24w14a', '1.20'])
  expect(names(false, '24')).toEqual(['24w14a'])
})

test('an option that does not fit the other choice stays and is marked', () => {
  expect(gameVersionPicks(some, { gameVersion: '', loader: 'forge' }, { all: false, text: '' })).toEqual([
    { value: '1.21', supported: true },
    { value: '1.20', supported: false },
  ])
  expect(loaderPicks(some, '1.20')).toEqual([
    { value: 'fabric', supported: true },
    { value: 'forge', supported: false },
  ])
})

test('a choice that the other does not fit takes it along', () => {
  expect(rechosen(some, { gameVersion: '1.21', loader: 'forge' }, { gameVersion: '1.20' })).toEqual({
    gameVersion: '1.20',
    loader: 'fabric',
  })
  expect(rechosen(some, { gameVersion: '1.20', loader: 'fabric' }, { loader: 'forge' })).toEqual({ gameVersion: '1.21', loader: 'forge' })
  expect(rechosen(some, { gameVersion: '1.21', loader: 'fabric' }, { loader: 'forge' })).toEqual({ gameVersion: '1.21', loader: 'forge' })
})

test('the dialog begins with what was chosen before, or with the only choice', () => {
  expect(initialChoice(some, { gameVersion: '1.21', loader: 'forge' })).toEqual({ gameVersion: '1.21', loader: 'forge' })
  expect(initialChoice(some, { gameVersion: '1.20', loader: 'forge' })).toEqual({ gameVersion: '1.20', loader: '' })
  expect(initialChoice(places(['1.20'], { fabric: ['1.20'] }), { gameVersion: '1.8', loader: 'quilt' })).toEqual({
    gameVersion: '1.20',
    loader: 'fabric',
  })
})

test('what the visitor never said is the newest release and its first loader; what they said is not replaced', () => {
  expect(initialChoice(some, { gameVersion: '', loader: '' })).toEqual({ gameVersion: '1.21', loader: 'fabric' })
  expect(initialChoice(some, { gameVersion: '', loader: 'forge' })).toEqual({ gameVersion: '1.21', loader: 'forge' })
  expect(initialChoice(some, { gameVersion: '1.20', loader: '' })).toEqual({ gameVersion: '1.20', loader: 'fabric' })
  expect(initialChoice(some, { gameVersion: '', loader: 'quilt' })).toEqual({ gameVersion: '', loader: '' })
  const previews = places(['24w14a', '1.20-pre1'], { fabric: ['24w14a', '1.20-pre1'] })
  expect(initialChoice(previews, { gameVersion: '', loader: '' })).toEqual({ gameVersion: '24w14a', loader: 'fabric' })
})

test('a preview stays in sight while it is chosen, and where there is nothing else', () => {
  const names = (list: Places, gameVersion: string) =>
    gameVersionPicks(list, { gameVersion, loader: '' }, { all: false, text: '' }).map((one) => one.value)
  expect(names(some, '24w14a')).toEqual(['1.21', '24w14a', '1.20'])
  const previews = places(['24w14a', '1.20-pre1'], { fabric: ['24w14a', '1.20-pre1'] })
  expect(names(previews, '')).toEqual(['24w14a', '1.20-pre1'])
  expect(hasHiddenPreviews(previews)).toBe(false)
  expect(hasHiddenPreviews(some)).toBe(true)
})

test('a choice is remembered when it is the only one', () => {
  const before = { gameVersion: '1.21', loader: 'forge' }
  expect(isCarried(before, before)).toBe(true)
  expect(isCarried({ gameVersion: '1.21', loader: 'fabric' }, before)).toBe(false)
  expect(isCarried({ gameVersion: '1.21', loader: 'minecraft' }, { gameVersion: '1.21', loader: '' })).toBe(true)
  expect(isCarried({ gameVersion: '1.21', loader: '' }, { gameVersion: '', loader: '' })).toBe(false)
})
