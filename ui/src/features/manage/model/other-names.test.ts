import * as v from 'valibot'
import { expect, test } from 'vitest'
import { aliasLines, otherNames } from './other-names'

const project = { title_zh: '灯笼码头', aliases: ['LQ', '提灯码头'] }

test.each([
  ['the Chinese title comes first, and what was stored keeps its kind', '灯笼码头', 'LQ\n提灯码头\n', ['zh:灯笼码头', ':LQ', ':提灯码头']],
  [
    'a new word is an abbreviation, other names are not',
    '灯笼码头',
    ' LQY \n\nLantern Quay\n灯码',
    ['zh:灯笼码头', 'abbr:LQY', 'other:Lantern Quay', 'other:灯码'],
  ],
  ['without a Chinese title no other name takes its place', '', 'LQ\n提灯码头\n灯笼码头', ['abbr:LQ', 'other:提灯码头', 'other:灯笼码头']],
  ['the former Chinese title may become another name', '新码头', '灯笼码头', ['zh:新码头', 'other:灯笼码头']],
  ['the Chinese title is no second name', '灯笼码头', '灯笼码头', ['zh:灯笼码头']],
  ['nothing is nothing', '', '', []],
])('%s', (_, title_zh, aliases, want) => {
  expect(otherNames(project, { title_zh, aliases }).map(({ text, kind }) => `${kind}:${text}`)).toEqual(want)
})

test.each([
  ['a\n a', '「a」写了两次。'],
  [Array.from({ length: 64 }, (_, n) => `名 ${n}`).join('\n'), '别名最多 63 个。'],
  ['字'.repeat(129), '每个别名不能超过 128 个字符。'],
])('names that cannot be stored are refused with a reason: %#', (text, words) => {
  expect(v.safeParse(aliasLines, text).issues?.map((issue) => issue.message)).toEqual([words])
})
