import { expect, test } from 'vitest'
import { byline, downloadsHint, downloadsOf, summaryOf } from './hit-words'

test('a summary that repeats a title, or that an import invented, is none', () => {
  const project = { title: 'Thaumcraft', title_zh: '神秘时代' }
  for (const description of ['Thaumcraft', '神秘时代', '神秘时代，由搬运团队收录，原作者尚未提供简介。']) {
    expect(summaryOf({ ...project, description })).toBe('')
  }
  expect(summaryOf({ ...project, description: '研究与法术。' })).toBe('研究与法术。')
})

test('estimated downloads say so', () => {
  expect(downloadsOf({ downloads: 6437, estimated: { downloads: true } })).toBe('约 6,437')
  expect(downloadsOf({ downloads: 6437, estimated: { downloads: false } })).toBe('6,437')
  expect(downloadsOf({ downloads: 61, estimated: { downloads: true } })).toBe('—')
  expect(downloadsOf({ downloads: 61, estimated: {} })).toBe('61')
  expect(downloadsHint({ downloads: 6437, estimated: { downloads: true } }, 'exact')).not.toBe('exact')
  expect(downloadsHint({ downloads: 6437, estimated: {} }, 'exact')).toBe('exact')
})

test('a repost names the original author, and the mark stands beside', () => {
  expect(byline({ author: '搬运团队', original: { author: 'MRHminer' } })).toBe('MRHminer · 搬运')
  expect(byline({ author: '搬运团队', original: { author: null } })).toBe('搬运')
  expect(byline({ author: '半枚齿轮', original: null })).toBe('半枚齿轮')
})
