import { expect, test } from 'vitest'
import { versionsOf } from '@/testing/data'
import { displayEnding, duplicateChangelogs, filterVersions, findVersion, parseVersionSearch, primaryFile, toggled } from './version-list'

const versions = versionsOf(0)

test('an address gives its filters and drops nonsense', () => {
  expect(parseVersionSearch({ g: '1.20.1', l: ['fabric', 'forge'], c: ['beta', 'nightly'], page: '3' })).toEqual({
    g: ['1.20.1'],
    l: ['fabric', 'forge'],
    c: ['beta'],
    page: 3,
  })
  expect(parseVersionSearch({ page: '1', c: 'nightly' })).toEqual({})
})

test('filters of different kinds must all hold, values of one kind are alternatives', () => {
  expect(filterVersions(versions, { c: ['beta'] }).every((one) => one.version_type === 'beta')).toBe(true)
  expect(filterVersions(versions, { g: ['1.20.1', '1.21.1'] })).toHaveLength(2)
  expect(filterVersions(versions, { g: ['1.20.1'], c: ['beta'] })).toEqual([])
})

test('pressing a tag twice takes its filter back and leads to the first page', () => {
  const once = toggled({ page: 4 }, 'g', '1.20.1')
  expect(once).toEqual({ g: ['1.20.1'] })
  expect(toggled(once, 'g', '1.20.1')).toEqual({})
})

test('a changelog is a repeat when the next older version says the same', () => {
  const [first, second] = versions
  if (!first || !second) throw new Error('no fixtures')
  const list = [
    { ...first, changelog: 'a' },
    { ...second, changelog: 'a' },
    { ...second, id: 'older', changelog: '' },
    { ...second, id: 'oldest', changelog: '' },
  ]
  expect([...duplicateChangelogs(list)]).toEqual([first.id])
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

test('a version is found by id before number', () => {
  const [first, second] = versions
  if (!first || !second) throw new Error('no fixtures')
  expect(findVersion([{ ...second, version_number: first.id }, first], first.id)).toBe(first)
  expect(findVersion(versions, second.version_number)).toBe(second)
  expect(findVersion(versions, 'nothing')).toBeUndefined()
})

test('a number that a newer version has too leads to that one, so the older is written by its id', () => {
  const [first, second, third] = versions
  if (!first || !second || !third) throw new Error('no fixtures')
  const list = [first, { ...second, version_number: first.version_number }, third]
  expect(list.map((one) => displayEnding(list, one))).toEqual([first.version_number, second.id, third.version_number])
  for (const one of list) expect(findVersion(list, displayEnding(list, one))?.id).toBe(one.id)
})
