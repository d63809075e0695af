import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deedWords } from '@/lib/i18n/zh-Hans/deed-words'
import { parseDeeds } from './deed-filter'
import { keyName, kindName, wordsOf } from './deeds'

test('every event of the log has words, and no words are of an event that there is not', () => {
  const events = readFileSync('../docs/events.md', 'utf8')
  const types = new Set([...events.matchAll(/^### (\S+)\.v\d+$/gm)].map(([, type]) => type))
  expect(types.size).toBeGreaterThan(300)
  expect([...types].filter((type) => !deedWords[type ?? ''])).toEqual([])
  expect(Object.keys(deedWords).filter((type) => !types.has(type))).toEqual([])
})

test('an unknown event and an unknown kind have words too', () => {
  expect(wordsOf('project.renamed.v2')).toBe('修改了名称')
  expect(wordsOf('new.thing.v1')).toBe('其他操作')
  expect(kindName('project')).toBe('资源')
  expect(kindName('constructor')).toBe('其他')
})

test('a key is named by its kind and its name', () => {
  expect(keyName({ id: 'a', kind: 'token', name: 'CI' })).toBe('令牌 · CI')
  expect(keyName({ id: 'a', kind: 'gone', name: '' })).toBe('已结束的会话或令牌')
})

test('only texts of the address are filters', () => {
  expect(parseDeeds({ key: 'a', thing: 1, kind: '', days: 8 })).toEqual({ key: 'a' })
  expect([parseDeeds({ days: 7 }), parseDeeds({ days: '30' }), parseDeeds({ days: '' })]).toEqual([{ days: 7 }, { days: 30 }, {}])
})
