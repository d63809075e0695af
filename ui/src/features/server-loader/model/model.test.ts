import { describe, expect, test } from 'vitest'
import type { Backup } from '@/lib/hosting/backups'
import type { InstallAsked, InstallFailure, InstallProgress } from '@/lib/hosting/installs'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { packBytes } from '@/lib/limits.gen'
import { hosted } from '@/testing/servers'
import { archiveRefusal } from './archive'
import { gameOf, gamesOf, isOlder, loaderOf, showsSnapshots, versionOf, withGame, withLoader } from './choice'
import { tellFailure } from './failure'
import { newestOf, offeredOf } from './newest'
import { nameOf, presentName, wishOf, type Wish } from './plan'
import { newerOf, shareOf, stepsOf, wordsOf } from './progress'
import { backupChoice, effectsOf, hardRefusal, isConfirmed, refusalOf, uploadRefusal } from './review'

const present = { loader: 'NeoForge', loader_version: '21.1.90', mc_version: '1.21.1' }
const nothing = { loader: null, loader_version: null, mc_version: null }
const games = [
  { version: '25w31a', stable: false },
  { version: '1.21.8', stable: true },
  { version: '1.21.1', stable: true },
]

describe('the chain of choices', () => {
  test('begins with the installed loader in any case, else with the first', () => {
    expect(loaderOf({}, ['Vanilla', 'Paper', 'NeoForge'], { ...present, loader: 'neoforge' })).toBe('NeoForge')
    expect(loaderOf({}, ['Vanilla', 'Paper'], present)).toBe('Vanilla')
    expect(loaderOf({ loader: 'Paper' }, ['Vanilla', 'Paper'], present)).toBe('Paper')
    expect(loaderOf({ loader: 'Gone' }, [], present)).toBeUndefined()
  })

  test('lists snapshots when they are switched on, installed, or the only ones', () => {
    expect(gamesOf({}, games, present).map(({ version }) => version)).toEqual(['1.21.8', '1.21.1'])
    expect(gamesOf({ snapshots: true }, games, present)).toHaveLength(3)
    expect(showsSnapshots({}, games, { ...present, mc_version: '25w31a' })).toBe(true)
    expect(showsSnapshots({ snapshots: false }, games, { ...present, mc_version: '25w31a' })).toBe(false)
    expect(gamesOf({ snapshots: false }, games.slice(0, 1), nothing)).toHaveLength(1)
  })

  test('keeps the installed version of the game where the loader has it, else takes the newest stable one', () => {
    expect(gameOf({}, games, present)).toBe('1.21.1')
    expect(gameOf({}, games, nothing)).toBe('1.21.8')
    expect(gameOf({ game: '1.7.10' }, games, nothing)).toBe('1.21.8')
    expect(gameOf({ game: '25w31a' }, games, present)).toBe('25w31a')
    expect(gameOf({}, [], present)).toBeUndefined()
  })

  test('takes the newest stable version of the loader, and none where it has none', () => {
    const versions = [
      { version: '131-beta', stable: false },
      { version: '130', stable: true },
      { version: '129', stable: true },
    ]
    expect(versionOf({}, versions)).toBe('130')
    expect(versionOf({ version: '129' }, versions)).toBe('129')
    expect(versionOf({}, versions.slice(0, 1))).toBe('131-beta')
    expect(versionOf({ version: '129' }, [])).toBeUndefined()
  })

  test('forgets what depends on what was chosen anew', () => {
    const wanted = { loader: 'Paper', game: '1.21.8', version: '129', snapshots: true }
    expect(withLoader(wanted, 'Fabric')).toEqual({ loader: 'Fabric', game: '1.21.8', snapshots: true })
    expect(withGame(wanted, '1.21.1')).toEqual({ loader: 'Paper', game: '1.21.1', snapshots: true })
    expect(withGame({}, '1.21.1')).toEqual({ game: '1.21.1' })
  })

  test('knows an older version of the game, by the list', () => {
    expect(isOlder('1.21.1', games, { ...present, mc_version: '1.21.8' })).toBe(true)
    expect(isOlder('1.21.8', games, present)).toBe(false)
    expect(isOlder('1.21.1', games, { ...present, mc_version: '9.9' })).toBe(false)
  })
})

const loader: Wish = { kind: 'loader', request: { loader: 'Paper', game_version: '1.21.8', loader_version: '130' }, older: false }
const pack: Wish = { kind: 'pack', request: { project_id: 'P', version_id: 'V' }, title: '晨雾', version: '1.2' }

describe('the review', () => {
  const full: Backup[] = Array.from({ length: 10 }, (_, n) => ({
    id: `B${n}`,
    name: 'x',
    created_at: '2026-01-01T00:00:00Z',
    ongoing: false,
  }))

  test('removing everything needs the name of the server', () => {
    expect(isConfirmed(true, '', '晨雾谷')).toBe(false)
    expect(isConfirmed(true, '晨雾', '晨雾谷')).toBe(false)
    expect(isConfirmed(true, ' 晨雾谷 ', '晨雾谷')).toBe(true)
    expect(isConfirmed(false, '', '晨雾谷')).toBe(true)
  })

  test('a backup is preset, and off only at the limit or without the right, with the reason', () => {
    expect(backupChoice(hosted(), [])).toEqual({ offered: true, preset: true, refused: undefined })
    expect(backupChoice(hosted(), undefined)).toMatchObject({ preset: true })
    expect(backupChoice(hosted(), full)).toMatchObject({ preset: false, refused: expect.stringContaining('已有 10 个备份') as string })
    const noRight = hosted({ current_user_permissions: 1023 & ~(1 << 5) })
    expect(backupChoice(noRight, [])).toMatchObject({ preset: false, refused: serverLoaderText.refused.noBackupRight })
  })

  test('a server without anything has nothing to back up, a broken one has', () => {
    expect(backupChoice(hosted({ software: 'none' }), [])).toMatchObject({ offered: false, preset: false })
    expect(backupChoice(hosted({ software: 'none', status: 'broken' }), [])).toMatchObject({ offered: true })
  })

  test('removing everything loses all files; keeping them replaces the program and the files of a pack', () => {
    expect(effectsOf(loader, true).lost).toHaveLength(1)
    expect(effectsOf(loader, true).kept).toEqual([serverLoaderText.review.effects.record])
    expect(effectsOf(loader, false)).toMatchObject({ lost: [], replaced: [serverLoaderText.review.effects.program] })
    expect(effectsOf(pack, false).replaced).toHaveLength(2)
  })

  test('rights: installing needs the set-up, removing everything the reset, an upload the node', () => {
    expect(refusalOf(hosted())).toBeUndefined()
    expect(refusalOf(hosted({ current_user_permissions: 1 }))).toBe(serverLoaderText.refused.right)
    expect(refusalOf(hosted({ suspended: true }))).toBe(serverLoaderText.refused.suspended)
    expect(refusalOf(hosted({ deleted: '2026-01-01T00:00:00Z' }))).toBe(serverLoaderText.refused.deleted)
    expect(hardRefusal(hosted({ current_user_permissions: 1023 & ~(1 << 7) }))).toBe(serverLoaderText.refused.hard)
    expect(uploadRefusal(hosted({ host: { connected: false } }))).toBe(serverLoaderText.refused.away)
    expect(uploadRefusal(hosted())).toBeUndefined()
  })
})

describe('what is said', () => {
  const progress = (over: Partial<InstallProgress>): InstallProgress => ({
    phase: 'fetch',
    files: 0,
    files_total: 0,
    bytes: 0,
    bytes_total: 0,
    since: '2026-01-01T00:00:00Z',
    ...over,
  })

  test('progress counts files and bytes, as far as their ends are known', () => {
    const MIB = 1024 ** 2
    expect(wordsOf(progress({ files: 12, files_total: 80, bytes: 34 * MIB, bytes_total: 120 * MIB }))).toBe(
      '12 / 80 个文件 · 34.00 MiB / 120.00 MiB',
    )
    expect(wordsOf(progress({ files: 3 }))).toBe('3 个文件')
    expect(wordsOf(progress({}))).toBe('')
    expect(shareOf(progress({ bytes: 30, bytes_total: 120, files: 1, files_total: 1 }))).toBe(0.25)
    expect(shareOf(progress({ files: 3, files_total: 4 }))).toBe(0.75)
    expect(shareOf(progress({ files: 3 }))).toBeUndefined()
    expect(shareOf(progress({ bytes: 9, bytes_total: 3 }))).toBe(1)
  })

  test('the steps of the page come before those of the node', () => {
    const steps = stepsOf(['backup', 'upload'], 'upload')
    expect(steps.map(({ state }) => state).join(' ')).toBe('done now later later later later later')
    expect(stepsOf([], 'swap').filter(({ state }) => state === 'done')).toHaveLength(4)
  })

  test('of the record and the node the later one is shown', () => {
    expect(newerOf(progress({ phase: 'fetch', bytes: 5 }), progress({ phase: 'fetch', bytes: 9 }))?.bytes).toBe(9)
    expect(newerOf(progress({ phase: 'swap' }), progress({ phase: 'fetch', bytes: 9 }))?.phase).toBe('swap')
    expect(newerOf(null, progress({ phase: 'resolve' }))?.phase).toBe('resolve')
    expect(newerOf(undefined, undefined)).toBeUndefined()
  })

  test.each<[InstallFailure['reason'], RegExp]>([
    ['software', /没有这个软件/],
    ['pack', /不是有效的整合包/],
    ['fetch', /没有下载成功/],
    ['hash', /登记的不一样/],
    ['disk', /磁盘空间不足/],
    ['path', /不能使用的路径/],
    ['running', /没有停止/],
    ['interrupted', /中途停止/],
    ['start-failed', /没有能启动/],
  ])('the failure %s has its words', (reason, words) => {
    expect(tellFailure({ reason, subject: '' })).toMatchObject({ what: expect.stringMatching(words) as string, subject: undefined })
    expect(tellFailure({ reason, subject: 'mods/x.jar' }).subject).toBe('mods/x.jar')
  })

  test('an unknown failure is one of the node', () => {
    expect(tellFailure({ reason: 'new' as InstallFailure['reason'], subject: '' }).what).toBe(serverLoaderText.failure.unknown)
  })
})

test('an archive has the ending, some bytes and not too many', () => {
  expect(archiveRefusal({ name: 'a.MRPACK', size: 1 })).toBeUndefined()
  expect(archiveRefusal({ name: 'a.zip', size: 1 })).toBe('不是 .mrpack 文件。')
  expect(archiveRefusal({ name: 'a.mrpack', size: 0 })).toBe('文件是空的。')
  expect(archiveRefusal({ name: 'a.mrpack', size: packBytes + 1 })).toBe('文件超过 2.00 GiB。')
})

test('the newest release is offered, and is an update only where it is newer', () => {
  const list = (['beta', 'release', 'release'] as const).map((version_type, n) => ({
    id: `V${n}`,
    version_number: `${3 - n}`,
    version_type,
  }))
  expect(offeredOf(list)?.id).toBe('V1')
  expect(newestOf(list, 'V2')?.id).toBe('V1')
  expect(newestOf(list, 'V1')).toBeUndefined()
  expect(newestOf(list, 'V0')).toBeUndefined()
  expect(newestOf(list, 'old')?.id).toBe('V1')
  expect(newestOf([], 'old')).toBeUndefined()
})

test('what was asked for can be wished again, except an archive', () => {
  const asked = (over: Partial<InstallAsked>): InstallAsked => ({
    hard: false,
    by: null,
    since: '2026-01-01T00:00:00Z',
    upload: false,
    cancelled: false,
    ...over,
  })
  expect(wishOf(asked({ loader: 'Paper', game_version: '1.21.8' }), '')).toMatchObject({ kind: 'loader', request: { loader_version: '' } })
  expect(wishOf(asked({ project_id: 'P', version_id: 'V' }), '包')).toMatchObject({ kind: 'pack', title: '包' })
  expect(wishOf(asked({ upload: true }), '')).toBeUndefined()
  expect(nameOf(loader)).toBe('Paper 1.21.8 (130)')
  expect(presentName(hosted())).toBe('NeoForge 1.21.1 (21.1.90)')
  expect(presentName(hosted({ software: 'none' }))).toBeUndefined()
})
