import { expect, test } from 'vitest'
import { kindOfName, sortFiles } from './version-files'

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
