import { expect, test } from 'vitest'
import type { Detected } from '../staged'
import { compare, takeOver } from './compare'
import { dependencyHints, fillIn, unchosen } from './detected'
import { emptyVersion } from './version-draft'
import { versionsOf } from '@/testing/versions'

const nothing: Detected = { dependencies: [], mod_ids: [], embedded: [] }
const said: Detected = {
  ...nothing,
  version_number: { value: '2.0', source: 'plugin.yml' },
  loaders: { value: ['paper'], source: 'plugin.yml' },
  game_versions: { value: ['1.20', '1.20.1'], more: ['1.21'], source: 'plugin.yml › api-version' },
  mod_ids: ['gate'],
  dependencies: [
    {
      id: 'vault',
      dependency_type: 'required',
      source: 'plugin.yml',
      project: { id: 'P1', slug: 'vault', title: 'Vault', icon_url: null },
    },
    { id: 'gate', dependency_type: 'required', source: 'plugin.yml', project: null },
    { id: 'none', dependency_type: 'required', source: 'plugin.yml', project: null },
    { id: 'soft', dependency_type: 'optional', source: 'plugin.yml', project: null },
  ],
}

test('a file fills the untouched fields and remembers their values', () => {
  const { draft, filled } = fillIn(emptyVersion(), {}, new Set(['loaders']), { name: 'gate-1.0.jar', detected: said }, '文件名')
  expect(draft).toMatchObject({ version_number: '2.0', loaders: [], game_versions: ['1.20', '1.20.1'] })
  expect(filled.version_number).toEqual({ source: 'plugin.yml', before: '' })
  const again = fillIn(
    draft,
    filled,
    new Set(),
    { name: 'x.jar', detected: { ...nothing, version_number: { value: '3.0', source: 'mods.toml' } } },
    '文件名',
  )
  expect(again.draft.version_number).toBe('3.0')
  expect(again.filled.version_number?.before).toBe('')
})

test('a file without metadata is read by its name', () => {
  const { draft, filled } = fillIn(emptyVersion(), {}, new Set(), { name: 'tides-1.4.2-beta.1.zip', detected: nothing }, '文件名')
  expect(draft).toMatchObject({ version_number: '1.4.2-beta.1', version_type: 'beta' })
  expect(filled.version_number?.source).toBe('文件名')
})

test('versions of a range that are not selected are reported', () => {
  expect(unchosen(said, ['1.20'])).toEqual({ missing: ['1.20.1'], beyond: ['1.21'] })
  expect(unchosen(said, [])).toEqual({ missing: [], beyond: [] })
  expect(unchosen(undefined, ['1.20'])).toEqual({ missing: [], beyond: [] })
})

test('hints leave out what is listed, ignored, or the file itself', () => {
  expect(dependencyHints([said, said], [], [], 'own')).toMatchObject({ known: [{ id: 'vault' }], unknown: [{ id: 'none' }] })
  expect(dependencyHints([said], ['P1'], [], 'own').known).toEqual([])
  expect(dependencyHints([said], [], ['vault', 'none'], 'own')).toEqual({ known: [], unknown: [] })
  expect(dependencyHints([said], [], [], 'P1').known).toEqual([])
})

test('a version is compared with the last one, and takes over what usually stays', () => {
  const previous = versionsOf(0)[0]
  if (!previous) throw new Error('no fixture')
  const draft = { ...emptyVersion(['quilt']), game_versions: [...previous.game_versions] }
  const found = compare(draft, previous)
  expect(found.loaders.more).toEqual(['quilt'])
  expect(found.gameVersions).toEqual({ more: [], less: [] })
  const copied = takeOver(draft, previous)
  expect(copied.loaders).toEqual(previous.loaders)
  expect(copied.dependencies?.every((one) => one.version_id === null)).toBe(true)
})
