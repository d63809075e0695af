import { expect, test } from 'vitest'
import { versionsOf } from '@/testing/versions'
import { parseVersionSearch, primaryFile, toggled, versionsAsked } from './version-list'

const versions = versionsOf(0)

test('an address is parsed into filters, and invalid values are dropped', () => {
  expect(parseVersionSearch({ g: '1.20.1', l: ['fabric', 'forge'], c: ['beta', 'nightly'], page: '3' })).toEqual({
    g: ['1.20.1'],
    l: ['fabric', 'forge'],
    c: ['beta'],
    page: 3,
  })
  expect(parseVersionSearch({ page: '1', c: 'nightly' })).toEqual({})
})

test('of a list of versions only the part of its page is asked for', () => {
  expect(versionsAsked({ g: ['1.20.1'], c: ['beta'], page: 3 })).toEqual({
    game_versions: ['1.20.1'],
    loaders: undefined,
    version_types: ['beta'],
    limit: 20,
    offset: 40,
  })
})

test('pressing a tag twice takes its filter back and leads to the first page', () => {
  const once = toggled({ page: 4 }, 'g', '1.20.1')
  expect(once).toEqual({ g: ['1.20.1'] })
  expect(toggled(once, 'g', '1.20.1')).toEqual({})
})

test('the primary file is the marked one, else the first', () => {
  const [version] = versions
  const file = version?.files[0]
  if (!version || !file) throw new Error('no fixtures')
  const other = { ...file, filename: 'sources.jar', primary: false }
  expect(primaryFile({ ...version, files: [other, file] })).toBe(file)
  expect(primaryFile({ ...version, files: [other] })).toBe(other)
  expect(primaryFile({ ...version, files: [] })).toBeUndefined()
})
