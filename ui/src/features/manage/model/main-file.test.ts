import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bestSuited, mainKey, standing, type Suited } from './main-file'

const cases = JSON.parse(readFileSync('../domain/project/testdata/mainfiles.json', 'utf8')) as { main: string; files: string[] }[]
const file = (name: string, kind = ''): Suited => ({ key: name, name, kind })
const none = { files: [], main: undefined }

test.each(cases)('the main file of $files is $main, as the server finds', ({ main, files }) => {
  expect(
    mainKey(
      files.map((name) => file(name)),
      undefined,
      none,
    ),
  ).toBe(main)
})

test('the kind of a file counts before its name', () => {
  expect(
    bestSuited([file('a.jar', 'sources-jar'), file('b.jar', 'dev-jar'), file('c.zip', 'required-resource-pack'), file('d.jar', 'unknown')])
      ?.key,
  ).toBe('d.jar')
  expect(standing(file('a.jar', 'sources-jar'), [])).toBeGreaterThan(standing(file('a.zip', 'required-resource-pack'), []))
  expect(mainKey([], undefined, none)).toBeUndefined()
})

test('the author has the last word', () => {
  const files = [file('reed.jar'), file('reed-sources.jar')]
  expect(mainKey(files, 'reed-sources.jar', none)).toBe('reed-sources.jar')
  expect(mainKey(files, 'gone.jar', none)).toBe('reed.jar')
})

test('the main file stays unless it goes away or only accompanies a new one', () => {
  const alone = { files: [file('reed.jar')], main: 'reed.jar' }
  expect(mainKey([file('reed.jar'), file('more.jar')], undefined, alone)).toBe('reed.jar')
  expect(mainKey([file('more-sources.jar'), file('more.jar')], undefined, alone)).toBe('more.jar')
  const sources = { files: [file('reed-sources.jar')], main: 'reed-sources.jar' }
  expect(mainKey([file('reed-sources.jar'), file('reed.jar')], undefined, sources)).toBe('reed.jar')
  expect(mainKey([file('reed-sources.jar'), file('reed-dev.jar')], undefined, sources)).toBe('reed-sources.jar')
  // An author who had made the sources the main file beside a better one meant it.
  const meant = { files: [file('reed-sources.jar'), file('reed.jar')], main: 'reed-sources.jar' }
  expect(mainKey([...meant.files, file('more.jar')], undefined, meant)).toBe('reed-sources.jar')
})
