import { expect, test } from 'vitest'
import type { ChosenVersion, VersionNeeds } from '@/lib/api/types'
import { filesToFetch, stillNeeded } from './fetch-all'

function version(id: string, here = true): ChosenVersion {
  return {
    id,
    name: id,
    version_number: id,
    version_type: 'release',
    date_published: '2026-01-01T00:00:00Z',
    date_estimated: false,
    game_versions: [],
    loaders: [],
    file: here ? { url: `/data/${id}.jar`, filename: `${id}.jar`, size: 1 } : null,
    disk_urls: [],
  } as unknown as ChosenVersion
}

function needs(...required: (ChosenVersion | null)[]): VersionNeeds {
  return {
    dependencies: required.map((one) => ({ dependency_type: 'required', version: one })),
    translations: [],
  } as unknown as VersionNeeds
}

test('one press fetches the version and what it requires, each file once, and nothing that is here already', () => {
  const all = needs(version('a'), version('b'), version('b'), version('elsewhere', false), null)
  expect(filesToFetch(version('main'), all, new Set()).map((one) => one.filename)).toEqual(['main.jar', 'a.jar', 'b.jar'])
  expect(filesToFetch(version('main'), all, new Set(['main', 'a'])).map((one) => one.filename)).toEqual(['b.jar'])
})

test('what has no fitting version, or is on another site and was not opened, is still needed', () => {
  const all = needs(version('a'), version('elsewhere', false), null)
  expect(stillNeeded(all, new Set(['a'])).map((one) => one.version?.id)).toEqual(['elsewhere', undefined])
  expect(stillNeeded(needs(version('a')), new Set(['a']))).toEqual([])
})
