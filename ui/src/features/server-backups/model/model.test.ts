import { expect, test } from 'vitest'
import type { Backup } from '@/lib/hosting/backups'
import { happening, hosted } from '@/testing/servers'
import { ordered, phaseOf, reasonOf, secondsLeft, taskOf, withProgress } from './backup'
import { restoreFailure } from './failure'
import { below, parentOf, sorted, standingOf, stepsTo } from './inside'
import { hoursOf } from './interval'
import { createRefusal, nextDue, readRefusal, removeRefusal, restoreFilesRefusal, restoreRefusal, undoable, usageOf } from './limits'
import { sinceOf } from './since'

const GIB = 1024 ** 3
const NOW = Date.parse('2026-11-20T14:00:00Z')
const backup = (over: Partial<Backup> = {}): Backup => ({
  id: 'B1',
  name: '开荒第一天',
  created_at: '2026-11-19T14:00:00Z',
  ongoing: false,
  ...over,
})

test.each<[string, Partial<Backup>]>([
  ['waiting', { ongoing: true, task: { create: null, restore: null } }],
  ['creating', { ongoing: true, task: { create: { progress: 0.4, state: 'ongoing' } } }],
  ['restoring', { task: { restore: { progress: 0, state: 'ongoing' } } }],
  ['ready', { task: { create: { progress: 1, state: 'done' } } }],
  ['failed', { interrupted: true, status: 'error' }],
  ['damaged', { damaged: true, status: 'error' }],
])('a backup is %s', (phase, over) => {
  expect(phaseOf(backup(over))).toBe(phase)
})

test('a backup of the first generation of the API is ready, or on its way', () => {
  const first = { id: 'B1', name: 'x', created_at: '2026-11-19T14:00:00Z', ongoing: false }
  expect(phaseOf(first)).toBe('ready')
  expect(phaseOf({ ...first, ongoing: true })).toBe('waiting')
  expect(usageOf([first])).toEqual({ number: 1, counted: 1, stored: 0, bytes: 0 })
})

test('the reason of a failure is said in words', () => {
  expect(reasonOf(backup({ cause: 'disk' }))).toBe('磁盘出错或空间不足')
  expect([undefined, '', 'mars'].map((cause) => reasonOf(backup(cause === undefined ? {} : { cause })))).toEqual(Array(3).fill('原因不明'))
})

test('what the node says of its work stands before what was read, but its end does not', () => {
  const list = [backup({ ongoing: true })]
  const heard = (state: string) => withProgress(list, new Map([['B1', { id: 'B1', task: 'create', progress: 0.62, state }]]))
  expect(taskOf(heard('ongoing')[0] as Backup)).toEqual({ name: 'create', progress: 0.62 })
  expect(heard('done')).toEqual(list)
})

test('those on their way come first, then the newest', () => {
  const at = (day: number, over: Partial<Backup> = {}) => backup({ id: String(day), created_at: `2026-11-${day}T00:00:00Z`, ...over })
  expect(ordered([at(10), at(12), at(11, { ongoing: true })]).map(({ id }) => id)).toEqual(['11', '12', '10'])
})

test('the rest of the time is told by the pace, and not from nothing', () => {
  expect(secondsLeft({ progress: 0.2, at: 0 }, 0.6, 40_000)).toBeCloseTo(40)
  expect(secondsLeft({ progress: 0.2, at: 0 }, 0.21, 40_000)).toBeUndefined()
  expect(secondsLeft({ progress: 0.2, at: 0 }, 0.6, 1_000)).toBeUndefined()
})

test('ten that nobody else removes are the most, and 20 GiB; an automatic one makes room by itself', () => {
  const server = hosted()
  const ten = (over: Partial<Backup>) => usageOf(Array.from({ length: 10 }, () => backup(over)))
  expect(createRefusal(server, ten({}))).toBe('已有 10 个备份，先删除一个才能新建。')
  expect(createRefusal(server, ten({ automated: true }))).toBeUndefined()
  expect(createRefusal(server, ten({ automated: true, locked: true }))).toMatch(/已有 10 个/)
  expect(createRefusal(server, usageOf([backup({ stored_bytes: 20 * GIB })]))).toMatch(/已占满 20/)
})

test.each([
  ['without the right', hosted({ current_user_permissions: 1023 & ~(1 << 5) }), /所有者或管理者/, /所有者或管理者/],
  ['of a deleted server', hosted({ deleted: '2026-11-01T00:00:00Z' }), /已删除/, /已删除/],
  ['of a suspended server', hosted({ suspended: true }), /已暂停/, undefined],
  ['of a node that is away', hosted({ host: { connected: false } }), /节点离线/, /节点离线/],
])('a backup %s cannot be restored, and reading it is another matter', (_name, server, restore, read) => {
  expect(restoreRefusal(server, backup(), [])).toMatch(restore)
  if (read) expect(readRefusal(server, backup())).toMatch(read)
  else expect(readRefusal(server, backup())).toBeUndefined()
})

test('what is not whole is not restored, and one restore is made at a time', () => {
  const server = hosted()
  const restoring = backup({ id: 'B2', task: { restore: { progress: 0.1, state: 'ongoing' } } })
  expect(restoreRefusal(server, backup(), [])).toBeUndefined()
  expect(restoreRefusal(server, backup({ damaged: true }), [])).toBe('这个备份不能用来恢复。')
  expect(restoreRefusal(server, backup({ ongoing: true }), [])).toBe('备份还没有完成。')
  expect(restoreRefusal(server, backup(), [restoring])).toBe('正在恢复备份，完成后才能这样做。')
  expect(restoreRefusal({ ...server, status: 'installing' }, backup(), [])).toMatch(/正在安装/)
  expect(removeRefusal(server, restoring)).toMatch(/正在恢复/)
  expect(removeRefusal(server, backup({ locked: true }))).toMatch(/已锁定/)
})

test('the last restore can be taken back until its time has come', () => {
  const first = backup({ undo_until: '2026-11-20T15:00:00Z' })
  const second = backup({ id: 'B2', undo_until: '2026-11-20T20:00:00Z' })
  expect(undoable([first, second], NOW)?.id).toBe('B2')
  expect(undoable([first], NOW + 3_600_000)).toBeUndefined()
  expect(undoable([first, backup({ id: 'B3', task: { restore: { progress: 0, state: 'ongoing' } } })], NOW)).toBeUndefined()
})

test('the next automatic backup comes an interval after the last one', () => {
  const last = backup({ automated: true, created_at: '2026-11-20T12:00:00Z' })
  expect(nextDue([backup(), last], 6, NOW)).toBe(Date.parse('2026-11-20T18:00:00Z'))
  expect(nextDue([last], 1, NOW)).toBeUndefined()
  expect(nextDue([backup()], 6, NOW)).toBeUndefined()
})

test('an interval has whole hours from 1 to 168', () => {
  expect(['1', ' 6 ', '168'].map(hoursOf)).toEqual([1, 6, 168])
  for (const text of ['', '0', '169', '1.5', '-3', '六', '6h', '0006']) expect([text, hoursOf(text)]).toEqual([text, undefined])
})

test('a single file is restored under the right of backups and that of files', () => {
  const without = (bit: number) => hosted({ current_user_permissions: 1023 & ~(1 << bit) })
  expect(restoreFilesRefusal(hosted(), backup(), [])).toBeUndefined()
  expect(restoreFilesRefusal(without(3), backup(), [])).toBe('还原文件需要修改文件的权限。')
  expect(restoreFilesRefusal(without(5), backup(), [])).toMatch(/所有者或管理者/)
})

test('what a server has at a path is known where its folder was read to the end', () => {
  const item = { name: 'level.dat', type: 'file', path: '/world/level.dat', modified: 1, created: 1 } as const
  expect([parentOf('/world/level.dat'), parentOf('/world')]).toEqual(['/world', '/'])
  expect(standingOf({ items: [item], count: 2_000 }, '/world/level.dat')).toEqual({ known: true, item })
  expect(standingOf({ items: [item], count: 1 }, '/world/dat')).toEqual({ known: true })
  expect(standingOf({ items: [item], count: 2_000 }, '/world/dat')).toEqual({ known: false })
})

test('folders stand first, and paths are put together', () => {
  const names = sorted([
    { name: 'b10', type: 'file' },
    { name: 'b9', type: 'file' },
    { name: 'world', type: 'directory' },
  ]).map(({ name }) => name)
  expect(names).toEqual(['world', 'b9', 'b10'])
  expect([below('/', 'world'), below('/world', 'region')]).toEqual(['/world', '/world/region'])
  expect(stepsTo('/world/region')).toEqual([
    { name: 'world', path: '/world' },
    { name: 'region', path: '/world/region' },
  ])
})

test('what was decided about the files since a backup is counted, and nothing else', () => {
  const entries = [
    happening(1, { kind: 'properties', at: '2026-11-20T13:00:00Z' }),
    happening(5, { kind: 'renamed', at: '2026-11-20T12:30:00Z' }),
    happening(2, { kind: 'crashed', at: '2026-11-20T12:00:00Z' }),
    happening(3, { kind: 'power', at: '2026-11-20T11:00:00Z', detail: { action: 'start' } }),
    happening(4, { kind: 'properties', at: '2026-11-18T11:00:00Z' }),
  ]
  const { count, lines } = sinceOf(entries, '2026-11-19T14:00:00Z', undefined)
  expect(count).toBe(1)
  expect(lines[0]).toContain('更改了服务器属性')
})

test('a restore that failed is said for a day, until another one is asked for', () => {
  const at = (hour: number) => `2026-11-20T${hour}:00:00Z`
  const kind = (text: string) => text as Parameters<typeof happening>[1]['kind']
  const failed = happening(5, { kind: kind('restore-failed'), at: at(12), detail: { backup: 'B1', cause: 'damaged' } })
  expect(restoreFailure([failed], NOW)).toBe('上次的恢复没有完成，服务器的文件保持原样：备份已损坏。')
  expect(restoreFailure([failed], NOW + 24 * 3_600_000)).toBeUndefined()
  expect(restoreFailure([happening(6, { kind: kind('restore-requested'), at: at(13) }), failed], NOW)).toBeUndefined()
  expect(restoreFailure([happening(6, { kind: kind('restored'), at: at(13) }), failed], NOW)).toBeUndefined()
  const large = happening(6, { kind: kind('restore-failed'), at: at(13), detail: { backup: 'B1', cause: 'plan' } })
  expect(restoreFailure([large], NOW)).toBe('上次的恢复没有完成，服务器的文件保持原样：套餐的磁盘空间放不下备份的内容。')
  const file = happening(7, { kind: kind('files-restore-failed'), at: at(13), detail: { backup: 'B1', cause: 'path' } })
  expect(restoreFailure([file, failed], NOW)).toBe('上次的恢复没有完成，服务器的文件保持原样：这个位置不能放文件。')
  expect(restoreFailure([happening(8, { kind: kind('files-restored'), at: at(13) }), file], NOW)).toBeUndefined()
})
