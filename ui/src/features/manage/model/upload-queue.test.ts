import { expect, test } from 'vitest'
import { kindOfName, mainRow, newRows, nextRate, startable, type UploadRow } from './upload-queue'

const row = (key: string, over: Partial<UploadRow> = {}): UploadRow => ({
  key,
  name: `${key}.jar`,
  size: 10,
  state: 'waiting',
  sent: 0,
  rate: 0,
  kind: '',
  ...over,
})

test('three files are sent at once, in the order they were chosen', () => {
  expect(startable([row('a'), row('b'), row('c'), row('d')]).map((one) => one.key)).toEqual(['a', 'b', 'c'])
  expect(startable([row('a', { state: 'sending' }), row('b', { state: 'checking' }), row('c'), row('d')]).map((one) => one.key)).toEqual([
    'c',
  ])
  expect(startable([row('a', { state: 'failed' }), row('b', { state: 'cancelled' }), row('c', { state: 'staged' })])).toEqual([])
})

test('files of one name are taken once, empty and huge ones not at all', () => {
  const file = (name: string, size: number) => Object.defineProperty(new File([''], name), 'size', { value: size })
  const result = newRows(
    ['a.jar'],
    [file('a.jar', 2), file('b.jar', 2 ** 31), file('c.jar', 0), file('d.jar', 3), file('d.jar', 4)],
    () => 'k',
  )
  expect(result.rows.map((one) => one.name)).toEqual(['d.jar'])
  expect(result.refused).toHaveLength(4)
})

test.each([
  ['a-sources.jar', 'sources-jar'],
  ['a-1.0-javadoc.jar', 'javadoc-jar'],
  ['a_dev.jar', 'dev-jar'],
  ['a.jar.asc', 'signature'],
  ['resources.jar', ''],
  ['a.zip', ''],
])('%s is %s', (name, kind) => {
  expect(kindOfName(name)).toBe(kind)
})

test('the main file is the chosen one, else the first without a type of its own that has not failed', () => {
  const rows = [row('bad', { state: 'failed' }), row('src', { kind: 'sources-jar' }), row('main'), row('more')]
  expect(mainRow(rows, undefined)?.key).toBe('main')
  expect(mainRow(rows, 'more')?.key).toBe('more')
  expect(mainRow(rows, 'bad')?.key).toBe('main')
  expect(mainRow([rows[1] ?? row('x')], undefined)?.key).toBe('src')
  expect(mainRow([], undefined)).toBeUndefined()
})

test('the speed shown does not jump', () => {
  expect(nextRate(0, 1000, 500)).toBe(2000)
  expect(nextRate(2000, 0, 500)).toBe(1400)
  expect(nextRate(2000, 100, 0)).toBe(2000)
})
