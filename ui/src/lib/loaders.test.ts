import { expect, test } from 'vitest'
import { urlTypeOf } from './loaders'

test.each([
  ['mod', ['fabric'], 'mod'],
  ['mod', ['paper', 'fabric'], 'plugin'],
  ['mod', ['datapack', 'paper'], 'datapack'],
  ['mod', ['velocity'], 'plugin'],
  ['mod', [], 'mod'],
  ['shader', ['iris'], 'shader'],
  ['language', ['datapack'], 'language'],
])('a %s for %j lives under %s', (type, loaders, path) => {
  expect(urlTypeOf(type, loaders)).toBe(path)
})
