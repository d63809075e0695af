import { expect, test } from 'vitest'
import type { UploadRow } from '@/lib/uploads/rows'
import { bestSuited, kindOfName, mainRow, sortFiles, standing } from './version-files'

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

test('sources, API, development files and signatures are the main file only where there is no other', () => {
  const best = (...names: string[]) => bestSuited(names, (name) => standing({ name, kind: '' }))
  expect(best('reed-1.1-sources.jar', 'reed-1.1-api.jar', 'reed-1.1.jar')).toBe('reed-1.1.jar')
  expect(best('reed.jar.asc', 'reed-javadoc.jar', 'reed-dev.jar')).toBe('reed-dev.jar')
  expect(best('fabric-api-0.9-sources.jar', 'fabric-api-0.9.jar')).toBe('fabric-api-0.9.jar')
  expect(best('reed-sources.jar')).toBe('reed-sources.jar')
  for (const beside of ['reed-sources-1.1.jar', 'Reed_Sources-1.3.jar', 'reed-1.1-src.jar', 'reed-1.1-源码.jar', 'reed-1.1-sources.zip'])
    expect(best(beside, 'resources-1.1.jar')).toBe('resources-1.1.jar')
  expect(best()).toBeUndefined()
  expect(standing({ name: 'a.jar', kind: 'sources-jar' })).toBeGreaterThan(standing({ name: 'a.zip', kind: 'required-resource-pack' }))
})
