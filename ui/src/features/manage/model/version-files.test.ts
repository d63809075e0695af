import { expect, test } from 'vitest'
import type { UploadRow } from '@/lib/uploads/rows'
import { kindOfName, mainRow, sortFiles } from './version-files'

test('files of one name are taken once, empty and huge ones not at all', () => {
  const file = (name: string, size: number) => Object.defineProperty(new File([''], name), 'size', { value: size })
  const result = sortFiles(['a.jar'], [file('a.jar', 2), file('b.jar', 2 ** 31), file('c.jar', 0), file('d.jar', 3), file('d.jar', 4)])
  expect(result.sound.map((one) => one.name)).toEqual(['d.jar'])
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
  const row = (key: string, state: UploadRow['state'] = 'done'): UploadRow => ({ key, name: key, size: 1, state, sent: 0, rate: 0 })
  const kindOf = ({ key }: UploadRow) => (key === 'src' ? 'sources-jar' : '')
  const rows = [row('bad', 'failed'), row('src'), row('main'), row('more')]
  expect(mainRow(rows, undefined, kindOf)?.key).toBe('main')
  expect(mainRow(rows, 'more', kindOf)?.key).toBe('more')
  expect(mainRow(rows, 'bad', kindOf)?.key).toBe('main')
  expect(mainRow([row('src')], undefined, kindOf)?.key).toBe('src')
  expect(mainRow([], undefined, kindOf)).toBeUndefined()
})
