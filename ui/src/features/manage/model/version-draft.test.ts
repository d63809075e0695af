import { expect, test } from 'vitest'
import { gameVersions, loaders } from '@/testing/tags'
import { emptyVersion, guessFromFile, loadersFor, offeredGameVersions, versionData, versionProblems } from './version-draft'

test('an empty version lacks everything, software needs no game version', () => {
  expect(Object.keys(versionProblems(emptyVersion(), { type: 'mod', files: 0 }))).toEqual([
    'files',
    'version_number',
    'loaders',
    'game_versions',
  ])
  expect(Object.keys(versionProblems(emptyVersion(['linux']), { type: 'software', files: 1 }))).toEqual(['version_number'])
})

test.each(['1 0', '1/0', '1'.repeat(33)])('%s is no version number', (version_number) => {
  expect(
    versionProblems({ ...emptyVersion(['fabric']), version_number, game_versions: ['1.20.1'] }, { type: 'mod', files: 1 }).version_number,
  ).toBeTruthy()
})

test('a full version has no problem and takes its number as its title', () => {
  const draft = { ...emptyVersion(['fabric']), version_number: ' 1.4.2+1.20.1 ', game_versions: ['1.20.1'] }
  expect(versionProblems(draft, { type: 'mod', files: 1 })).toEqual({})
  expect(versionData(draft)).toMatchObject({ name: '1.4.2+1.20.1', version_number: '1.4.2+1.20.1' })
})

test.each([
  ['gears-verdigris-1.4.2+1.21.4.jar', '1.4.2', 'release'],
  ['Gears_v2.0-beta.1.zip', '2.0-beta.1', 'beta'],
  ['gears-beta-1.4.2.jar', '1.4.2', 'beta'],
  ['[Alpha] Gears 3.0.jar', '3.0', 'alpha'],
  ['alphabet-soup-1.0.jar', '1.0', 'release'],
  ['pack-0.3.0-alpha.mrpack', '0.3.0-alpha', 'alpha'],
] as const)('%s is %s, %s', (file, number, channel) => {
  expect(guessFromFile(file)).toEqual({ number, channel })
})

test('a name without a number is not guessed at', () => {
  expect(guessFromFile('光影.zip')).toBeUndefined()
})

test('each type has its own loaders, the old ones last', () => {
  expect(loadersFor('mod', loaders, [])).toEqual(['fabric', 'forge', 'neoforge', 'quilt', 'liteloader', 'modloader', 'rift'])
  expect(loadersFor('plugin', loaders, [])).toContain('velocity')
  expect(loadersFor('shader', loaders, [])).toEqual(['canvas', 'iris', 'optifine', 'vanilla'])
  expect(loadersFor('mod', loaders, ['paper'])).toContain('paper')
})

test('snapshots are offered when asked for, searched for or chosen', () => {
  const snapshot = gameVersions.find((one) => one.version_type === 'snapshot')?.version ?? ''
  const offered = (over: Partial<Parameters<typeof offeredGameVersions>[1]>) =>
    offeredGameVersions(gameVersions, { text: '', everything: false, chosen: [], ...over })
  expect(snapshot).not.toBe('')
  expect(offered({})).not.toContain(snapshot)
  expect(offered({ everything: true })).toContain(snapshot)
  expect(offered({ text: snapshot })).toEqual([snapshot])
  expect(offered({ chosen: [snapshot] })).toContain(snapshot)
})
