import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/errors'
import type { FileItem } from '@/lib/hosting/file-types'
import { newestOf } from './changes'
import { Questions } from './conflicts'
import { chosen, dropped } from './dropped'
import { faultOf, faultsOf } from './faults'
import { isExtractable, kindOf, languageOf } from './kinds'
import { named, nodeOrder, pressed, sorted } from './order'
import { cleanPath, crumbsOf, foldersTo, freeName, isWithin, joined, nameFault, parentOf, pathFault, renamed, stemLength } from './paths'
import { clicked, kept, moved, nothing, only } from './selection'
import { leftUntil } from './span'
import { bytesOf, textOf } from './text'
import { shownRows, sumsOf } from './upload-sums'
import { planned } from './uploading'

const item = (name: string, over: Partial<FileItem> = {}): FileItem => ({
  name,
  type: 'file',
  path: `/${name}`,
  modified: 0,
  created: 0,
  ...over,
})
const names = (items: readonly FileItem[]) => items.map(({ name }) => name)
const plain = { shift: false, ctrl: false }

test('paths are written with one slash before and none after them', () => {
  expect(['', '/', '//a//b/', 'a/b'].map(cleanPath)).toEqual(['/', '/', '/a/b', '/a/b'])
  expect([parentOf('/a/b/c'), parentOf('/a'), parentOf('/')]).toEqual(['/a/b', '/', '/'])
  expect(joined('/', 'x/y')).toBe('/x/y')
  expect(crumbsOf('/a/b')).toEqual([
    { name: '', path: '/' },
    { name: 'a', path: '/a' },
    { name: 'b', path: '/a/b' },
  ])
  expect(foldersTo('/a/b/c.txt')).toEqual(['/a', '/a/b'])
  expect([isWithin('/a/b', '/a'), isWithin('/ab', '/a'), isWithin('/a', '/a'), isWithin('/x', '/')]).toEqual([true, false, true, true])
})

test('a rename keeps the folder and changes the last segment', () => {
  expect(renamed('/config/a.yml', 'b.yml')).toBe('/config/b.yml')
})

test.each([
  ['', '请填写名称。'],
  ['   ', '请填写名称。'],
  ['..', '名称不能是一个点或两个点。'],
  ['a/b', '名称不能含有斜杠或反斜杠。'],
  ['a\\b', '名称不能含有斜杠或反斜杠。'],
  ['a\u0000', '名称含有不能使用的字符。'],
  ['a\ud800', '名称含有不能使用的字符。'],
  ['汉'.repeat(86), '名称太长，最多 255 字节（一个汉字占 3 字节）。'],
])('the name %j is refused before it is sent', (name, why) => {
  expect(nameFault(name)).toBe(why)
})

test('ordinary and strange but valid names are taken', () => {
  for (const name of ['a', '.env', '...', '汉'.repeat(85), 'a b (2).jar', '😀.txt']) expect(nameFault(name)).toBeUndefined()
  expect(pathFault(`/${'a/'.repeat(64)}`)).toBeUndefined()
  expect(pathFault(`/${'a/'.repeat(65)}`)).toContain('最多 64 层')
})

test('both are kept under a name that is free', () => {
  const taken =
    (...held: string[]) =>
    (name: string) =>
      held.includes(name)
  expect(freeName('a.jar', taken())).toBe('a.jar')
  expect(freeName('a.jar', taken('a.jar'))).toBe('a (2).jar')
  expect(freeName('a (2).jar', taken('a (2).jar', 'a (3).jar'))).toBe('a (4).jar')
  expect(freeName('world.tar.gz', taken('world.tar.gz'))).toBe('world (2).tar.gz')
  expect(freeName('.env', taken('.env'))).toBe('.env (2)')
  expect([stemLength('a.jar'), stemLength('.env'), stemLength('a.tar.gz')]).toEqual([1, 4, 1])
})

test('entries are sorted with folders first, and the node order stays as it is', () => {
  const all = [item('b', { type: 'directory', count: 2 }), item('a10', { size: 5 }), item('a9', { size: 7, modified: 3 })]
  expect(sorted(all, nodeOrder)).toBe(all)
  expect(names(sorted(all, { by: 'name', down: true }))).toEqual(['b', 'a10', 'a9'])
  expect(names(sorted(all, { by: 'size', down: true }))).toEqual(['b', 'a9', 'a10'])
  expect(names(sorted(all, { by: 'modified', down: false }))).toEqual(['b', 'a10', 'a9'])
  expect(pressed(nodeOrder, 'size')).toEqual({ by: 'size', down: true })
  expect(pressed(nodeOrder, 'name')).toEqual({ by: 'name', down: true })
  expect(names(named(all, ' A1 '))).toEqual(['a10'])
})

test('rows are selected by presses and keys as in other file managers', () => {
  const order = ['a', 'b', 'c', 'd']
  const b = clicked(nothing, 'b', plain, order)
  expect([...b.names]).toEqual(['b'])
  const range = clicked(b, 'd', { shift: true, ctrl: false }, order)
  expect([...range.names]).toEqual(['b', 'c', 'd'])
  expect([...clicked(range, 'a', { shift: true, ctrl: false }, order).names]).toEqual(['a', 'b'])
  expect([...clicked(b, 'd', { shift: false, ctrl: true }, order).names]).toEqual(['b', 'd'])
  expect(moved(nothing, 'ArrowDown', plain, order, 2)?.at).toBe('a')
  expect(moved(only('a'), 'End', plain, order, 2)?.at).toBe('d')
  expect([...(moved(only('a'), 'PageDown', { shift: true, ctrl: false }, order, 2)?.names ?? [])]).toEqual(['a', 'b', 'c'])
  expect([...(moved(only('a'), 'ArrowDown', { shift: false, ctrl: true }, order, 2)?.names ?? [])]).toEqual(['a'])
  expect(moved(only('a'), 'x', plain, order, 2)).toBeUndefined()
  expect(kept(range, ['a', 'b'])).toMatchObject({ at: undefined, from: 'b' })
})

test('kinds and languages follow from the names', () => {
  expect([kindOf(item('a.jar')), kindOf(item('A.PNG')), kindOf(item('x', { type: 'directory' })), kindOf(item('noend'))]).toEqual([
    'archive',
    'picture',
    'folder',
    'file',
  ])
  expect([languageOf('server.properties'), languageOf('a.yml'), languageOf('pack.mcmeta'), languageOf('a.toml'), languageOf('a')]).toEqual([
    'properties',
    'yaml',
    'json',
    'toml',
    'plain',
  ])
  for (const name of ['a.zip', 'a.JAR', 'a.mrpack', 'a.tar', 'a.tar.gz', 'a.tgz', 'a.tar.zst', 'a.7z', 'a.rar'])
    expect([name, isExtractable(item(name))]).toEqual([name, true])
  for (const name of ['a.gz', 'a.xz', 'rar', 'a.rar.txt']) expect([name, isExtractable(item(name))]).toEqual([name, false])
  expect(isExtractable(item('a.zip', { type: 'directory' }))).toBe(false)
})

const bytes = (...list: number[]) => new Uint8Array(list)

test('UTF-8 is read with its mark and line ends, and written back as it was', async () => {
  const raw = new TextEncoder().encode('\ufeffa=1\r\nb=汉\r\n')
  const text = textOf(raw)
  expect(text).toEqual({ text: 'a=1\nb=汉\n', encoding: 'UTF-8', bom: true, crlf: true })
  if (text) expect([...new Uint8Array(await bytesOf(text.text, text).arrayBuffer())]).toEqual([...raw])
})

test('mixed line ends are left alone', async () => {
  const text = textOf(new TextEncoder().encode('a\r\nb\nc\r'))
  expect(text).toMatchObject({ text: 'a\r\nb\nc\r', crlf: false })
  if (text) expect(await bytesOf(text.text, text).text()).toBe('a\r\nb\nc\r')
})

test('old Chinese files are read as GB18030, and become UTF-8 without a mark', async () => {
  const text = textOf(bytes(0xc4, 0xe3, 0xba, 0xc3))
  expect(text).toMatchObject({ text: '你好', encoding: 'GB18030' })
  if (text) expect(await bytesOf(text.text, text).text()).toBe('你好')
  expect(textOf(bytes(0xff, 0xfe, 0x60, 0x4f))).toMatchObject({ text: '你', encoding: 'UTF-16', bom: true })
})

test('programs, pictures and unknown encodings are no text', () => {
  expect(textOf(bytes(0x50, 0x4b, 3, 4, 0, 0))).toBeUndefined()
  expect(textOf(bytes(0xff, 0x20, 0xff))).toBeUndefined()
  expect(textOf(bytes())).toMatchObject({ text: '' })
})

test('failures are said in words, a full disk with what is left', () => {
  const error = (status: number, code: string) => new ApiError(status, code, '节点说')
  expect(faultOf(error(507, 'quota_disk'), { used: 1024, room: 2048 })).toBe('磁盘空间不足，只剩 1.00 KiB，没有改动任何内容。')
  expect(faultOf(error(507, 'http_507'))).toBe('磁盘已满，没有改动任何内容。')
  expect(faultOf(error(403, 'forbidden'))).toContain('没有权限')
  expect(faultOf(error(404, 'not_found'))).toContain('已不存在')
  expect(faultOf(error(429, 'http_429'))).toContain('频繁')
  expect(faultOf(error(400, 'invalid'))).toBe('节点说')
  expect(faultOf(new Error('x'))).toContain('意外')
  const failed = ['a', 'b', 'c', 'd'].map((name) => ({ name, error: error(404, 'not_found') }))
  expect(faultsOf(failed)).toMatch(/^a：.*b：.*c：.*另有 1 项也没有完成。$/)
})

test('a dropped folder is read whole, a hundred entries at a time; empty folders are kept', async () => {
  const file = (name: string) => ({ isFile: true, name, file: (done: (file: File) => void) => done(new File(['x'], name)) })
  const folder = (name: string, ...batches: unknown[][]) => ({
    isFile: false,
    name,
    createReader: () => ({ readEntries: (done: (some: unknown[]) => void) => done(batches.shift() ?? []) }),
  })
  const entry = folder('world', [file('a'), folder('empty')], [file('b')])
  const items = [{ kind: 'file', webkitGetAsEntry: () => entry }] as unknown as DataTransferItemList
  const given = await dropped({ items, files: [] as unknown as FileList })
  expect(given.files.map(({ path }) => path)).toEqual(['world/a', 'world/b'])
  expect(given.folders).toEqual(['world/empty'])
})

test('what the node would refuse is refused before it is sent', () => {
  const good = new File(['x'], 'a.txt')
  const { files } = chosen([good, new File(['x'], 'a\u0001')])
  const huge = { file: Object.defineProperty(new File([], 'h'), 'size', { value: 9 * 1024 ** 3 }), path: 'h' }
  const { targets, refused } = planned('/mods', { files: [...files, huge] })
  expect(targets).toEqual([{ file: good, path: '/mods/a.txt' }])
  expect(refused.map(({ why }) => why)).toEqual(['名称含有不能使用的字符。', '超过 8 GiB，无法上传。'])
})

test('questions come one at a time; an answer for all holds until it is forgotten', async () => {
  const questions = new Questions()
  const { signal } = new AbortController()
  const one = questions.ask({ path: '/a', replaceable: true }, signal)
  const two = questions.ask({ path: '/b', replaceable: true }, signal)
  const folder = questions.ask({ path: '/c', replaceable: false }, signal)
  expect(questions.current()?.path).toBe('/a')
  questions.answer('replace', true)
  expect([await one, await two]).toEqual(['replace', 'replace'])
  expect(questions.current()?.path).toBe('/c')
  questions.answer('skip', false)
  expect(await folder).toBe('skip')
  expect(await questions.ask({ path: '/d', replaceable: true }, signal)).toBe('replace')
  questions.forget()
  const ended = new AbortController()
  const later = questions.ask({ path: '/e', replaceable: true }, ended.signal)
  ended.abort()
  await expect(later).rejects.toThrow('aborted')
  expect(questions.current()).toBeUndefined()
})

test('sums of uploads leave out what was cancelled, and failed ones are always shown', () => {
  const row = (key: string, state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled', sent = 0) => ({
    key,
    name: key,
    size: 10,
    state,
    sent,
    rate: 5,
  })
  const rows = [row('a', 'done', 10), row('b', 'sending', 4), row('c', 'waiting'), row('d', 'failed'), row('e', 'cancelled')]
  expect(sumsOf(rows)).toEqual({ all: 4, done: 1, bytes: 30, sent: 14, rate: 5 })
  const many = [...Array.from({ length: 12 }, (_, at) => row(`w${at}`, 'waiting')), row('f', 'failed')]
  const { shown, hidden } = shownRows(many)
  expect([shown.length, shown[0]?.key, hidden]).toEqual([8, 'f', 5])
})

test('the newest deletion of a path is the one that is taken back', () => {
  const one = (id: string, path: string, deleted: string) => ({ id, path, type: 'file' as const, size: 0, deleted, until: '' })
  const trash = [one('old', '/a', '2025-01-01'), one('new', '/a', '2025-01-02'), one('other', '/b', '2025-01-03')]
  expect(newestOf(trash, ['/a']).map(({ id }) => id)).toEqual(['new'])
})

test('the time that is left is said in hours, then in minutes', () => {
  expect(leftUntil('2025-01-02T00:00:00Z', Date.parse('2025-01-01T00:30:00Z'))).toBe('23 小时')
  expect(leftUntil('2025-01-02T00:00:00Z', Date.parse('2025-01-01T23:30:00Z'))).toBe('30 分钟')
})
