import { expect, test } from 'vitest'
import { listedVersion } from '@/testing/mods'
import { fits, kindsFor, updateFor, versionFor } from './fitting'

const server = { loader: 'NeoForge', mc_version: '1.21.1' }

test('the version to install is the newest one for the game version and the loader, in any case', () => {
  const versions = [
    listedVersion('newest', { game_versions: ['1.21.4'] }),
    listedVersion('other', { loaders: ['fabric'] }),
    listedVersion('right', { game_versions: ['1.20.1', '1.21.1'], loaders: ['fabric', 'neoforge'] }),
    listedVersion('older'),
  ]
  expect(versionFor(versions, server, 'mod')).toMatchObject({ version: { id: 'right' }, fitting: true })
})

test('where none fits the first version is taken, and that is said', () => {
  const versions = [listedVersion('first', { loaders: ['fabric'] }), listedVersion('second', { game_versions: ['1.12.2'] })]
  expect(versionFor(versions, server, 'mod')).toMatchObject({ version: { id: 'first' }, fitting: false })
  expect(versionFor([], server, 'mod')).toBeUndefined()
})

test('what nobody may download is not installed', () => {
  const versions = [
    listedVersion('draft', { status: 'draft' }),
    listedVersion('elsewhere', { disk_only: true }),
    listedVersion('empty', { files: [] }),
    listedVersion('public', { status: 'archived' }),
  ]
  expect(versionFor(versions, server, 'mod')?.version.id).toBe('public')
})

test('data packs need no loader of mods, and a server without software takes everything', () => {
  const pack = listedVersion('pack', { loaders: ['datapack'] })
  expect(fits(pack, server, 'datapack')).toBe(true)
  expect(fits(pack, server, 'mod')).toBe(false)
  expect(fits(pack, { loader: null, mc_version: null }, 'mod')).toBe(true)
})

test.each([
  ['NeoForge', ['mod', 'datapack']],
  ['Paper', ['plugin', 'datapack']],
  ['Vanilla', ['datapack']],
  [null, ['mod', 'plugin', 'datapack']],
])('a server with %s takes %j', (loader, kinds) => expect(kindsFor({ loader })).toEqual(kinds))

test('an update is a later version for the same loader and game version that is not less stable', () => {
  const versions = [
    listedVersion('alpha', { version_type: 'alpha' }),
    listedVersion('game', { game_versions: ['1.21.4'] }),
    listedVersion('loader', { loaders: ['fabric'] }),
    listedVersion('update'),
    listedVersion('own'),
    listedVersion('older'),
  ]
  expect(updateFor({ version_id: 'own' }, versions, server)?.id).toBe('update')
  expect(updateFor({ version_id: 'update' }, versions, server)).toBeUndefined()
  expect(updateFor({ version_id: 'deleted' }, versions, server)).toBeUndefined()
  const beta = [listedVersion('b2', { version_type: 'beta' }), listedVersion('b1', { version_type: 'beta' })]
  expect(updateFor({ version_id: 'b1' }, beta, server)?.id).toBe('b2')
})
