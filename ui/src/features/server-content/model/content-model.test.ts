import { expect, test } from 'vitest'
import { mod } from '@/testing/mods'
import { hosted } from '@/testing/servers'
import { actionsForMany } from '../actions'
import { afterDone, BELIEVED_MS, nothingDone, withDone, withoutDone } from './disk'
import { countsOf, heldBack, keyOf, phaseOf, reasonOf, shownOf, toUpdate } from './mod'
import { decideRefusal, refusalOf, removeRefusal, switchRefusal } from './refusal'

const NOW = 1_000_000
const SETUP = 1 << 4
const WRITE = 1 << 3
const one = mod({ name: '锂', project_id: 'P1', version_id: 'V1' })
const pending = mod({ name: '钠', project_id: 'P2', version_id: 'V2', status: 'pending', installing: true })
const failed = mod({ name: '铱', project_id: 'P3', version_id: 'V3', status: { failed: { error: 'hash' } } })
const off = mod({ name: '磷', project_id: 'P4', version_id: 'V4', disabled: true, filename: 'P4.jar.disabled' })
const gone = mod({ name: '氢', project_id: 'P5', version_id: 'V5', missing: true })
const other = mod({ name: null, filename: 'own.jar', path: '/mods/own.jar', unmanaged: true })
const newer = mod({ name: '氦', project_id: 'P6', version_id: 'V6', has_update: true })
const held = mod({ name: '氖', project_id: 'P7', version_id: 'V7', has_update: true, pinned: true })
const all = [one, pending, failed, off, gone, other, newer, held]

test('a file says the one thing that matters most', () => {
  expect(all.map(phaseOf)).toEqual(['installed', 'pending', 'failed', 'disabled', 'missing', 'installed', 'installed', 'installed'])
  expect(reasonOf(failed)).toBe('下载的文件与发布的不一致')
  expect(reasonOf(one)).toBeUndefined()
})

test('全部更新 leaves out what is pinned, what is on its way and what the site did not install', () => {
  const moving = mod({ name: '氩', project_id: 'P8', version_id: 'V8', has_update: true, installing: true })
  const loose = mod({ name: '氪', project_id: 'P9', version_id: 'V9', has_update: true, unmanaged: true })
  expect(toUpdate([...all, moving, loose])).toEqual([newer])
  expect(heldBack(all)).toBe(1)
})

test('the list is sorted by name, searched in names and files, and filtered by kind and state', () => {
  const names = (filter: Parameters<typeof shownOf>[1]) => shownOf(all, filter).map(({ name, filename }) => name ?? filename)
  expect(names({ text: 'OWN' })).toEqual(['own.jar'])
  expect(names({ text: '', state: 'failed' }).sort()).toEqual(['氢', '铱'])
  expect(names({ text: '', state: 'update' }).sort()).toEqual(['氖', '氦'])
  expect(names({ text: '', kind: 'plugin' })).toEqual([])
  const listed = shownOf([mod({ name: 'b' }), mod({ name: 'A10' }), mod({ name: 'A9' })], { text: '' })
  expect(listed.map(({ name }) => name)).toEqual(['A9', 'A10', 'b'])
  expect(countsOf(all)).toEqual({ update: 2, disabled: 1, failed: 2, unmanaged: 1 })
})

test('a disabled file and its enabled twin are two rows', () => {
  expect(keyOf({ ...other, disabled: true })).not.toBe(keyOf(other))
})

test('what was moved or deleted is believed until the node says it, and not for ever', () => {
  const done = withDone(nothingDone, [one], false, NOW)
  const [shown] = afterDone([one], done, NOW + 1)
  expect(shown).toMatchObject({ disabled: true, filename: 'P1.jar.disabled' })
  // The node has said it.
  const said = { ...one, disabled: true, filename: 'P1.jar.disabled' }
  expect(afterDone([said], done, NOW + 1)).toEqual([said])
  expect(afterDone([one], done, NOW + BELIEVED_MS)).toEqual([one])
  // Enabled again before it was said.
  const back = withDone(done, [said], false, NOW)
  expect(afterDone([one], back, NOW + 1)).toEqual([one])
  const deleted = withDone(nothingDone, [other], true, NOW)
  expect(afterDone([other, one], deleted, NOW + 1)).toEqual([one])
  expect(afterDone([other], withoutDone(deleted, ['/mods/own.jar']), NOW + 1)).toEqual([other])
})

test('who may not, is told why', () => {
  const looker = hosted({ current_user_permissions: 1 })
  expect(refusalOf(looker)).toMatch(/所有者或管理者/)
  expect(switchRefusal(looker, one)).toMatch(/更改文件的权限/)
  expect(removeRefusal(looker, other)).toMatch(/更改文件的权限/)
  expect(refusalOf(hosted({ suspended: true }))).toMatch(/已暂停/)
  expect(refusalOf(hosted({ status: 'installing' }))).toMatch(/正在安装/)
})

test('a node that is away takes decisions later, and moves no file now', () => {
  const away = hosted({ host: { connected: false }, current_user_permissions: SETUP | WRITE })
  expect(decideRefusal(away, one)).toBeUndefined()
  expect(removeRefusal(away, one)).toBeUndefined()
  expect(switchRefusal(away, one)).toMatch(/节点离线/)
  expect(removeRefusal(away, other)).toMatch(/节点离线/)
})

test('what is not on the disk cannot be disabled, and what the site did not install cannot be pinned', () => {
  expect(switchRefusal(hosted(), pending)).toMatch(/还没有安装/)
  expect(switchRefusal(hosted(), gone)).toMatch(/不在磁盘上/)
  expect(decideRefusal(hosted(), other)).toMatch(/不是从本站安装/)
})

test('an action on several files is one on those that it changes and that allow it', () => {
  const actions = actionsForMany(hosted(), all)
  const on = (act: string) => actions.find((action) => action.act === act)?.on
  expect(on('update')).toEqual([newer, held])
  expect(on('retry')).toEqual([failed, gone])
  expect(on('enable')).toEqual([off])
  expect(on('unpin')).toEqual([held])
  expect(on('disable')).toEqual([one, other, newer, held])
  expect(on('remove')).toEqual(all)
  expect(actionsForMany(hosted(), [other]).find(({ act }) => act === 'pin')?.why).toMatch(/不是从本站安装/)
})
