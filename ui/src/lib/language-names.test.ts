import { expect, test } from 'vitest'
import { languageName } from './language-names'

test.each([
  ['zh-Hans', '简体中文'],
  ['zh_TW', '繁体中文（台湾）'],
  ['zh-hant-TW', '繁体中文'],
  ['EN-us', '英语（美国）'],
  ['en-NZ', '英语'],
  ['fr-Latn-BE', '法语'],
  ['xx-YY', 'xx-YY'],
  ['', ''],
  ['constructor', 'constructor'],
])('%s is called %s', (tag, name) => {
  expect(languageName(tag)).toBe(name)
})
