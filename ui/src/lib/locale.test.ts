import { beforeEach, expect, test } from 'vitest'
import { automaticLocale, matchLocale, startLocale, useLocale } from './locale'
import { clearCookie, readCookie } from './storage'

beforeEach(() => clearCookie('locale'))

test('Chinese variants map to simplified Chinese, other languages to the default', () => {
  expect(['zh-Hans', 'ZH_cn', 'zh-Hans-SG', 'zh'].map((tag) => matchLocale(tag))).toEqual(['zh-Hans', 'zh-Hans', 'zh-Hans', 'zh-Hans'])
  expect(['en', '', undefined, '../x'].map((tag) => matchLocale(tag))).toEqual([undefined, undefined, undefined, undefined])
  expect(automaticLocale(['fr', 'de'])).toBe('zh-Hans')
})

test('the address overrides the cookie and is kept; an unknown language is automatic', () => {
  startLocale('?hl=zh-CN')
  expect(useLocale.getState().choice).toBe('zh-Hans')
  expect(readCookie('locale')).toBe('zh-Hans')
  startLocale('')
  expect(useLocale.getState().choice).toBe('zh-Hans')
  startLocale('?hl=xx')
  expect(useLocale.getState()).toMatchObject({ choice: 'auto', tag: 'zh-Hans' })
  expect(document.documentElement.lang).toBe('zh-Hans')
})

test('a choice stores the tag, and automatic clears the cookie', () => {
  useLocale.getState().choose('zh-Hans')
  expect(readCookie('locale')).toBe('zh-Hans')
  useLocale.getState().choose('auto')
  expect(readCookie('locale')).toBeUndefined()
})
