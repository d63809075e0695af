import { expect, test } from 'vitest'
import { titles } from './titles'

test.each([
  ['Sodium', '钠', '钠', 'Sodium'],
  ['墨册 Ink Guide', '墨册', '墨册', 'Ink Guide'],
  ['提灯核心', null, '提灯核心', undefined],
  ['提灯核心', '提灯核心', '提灯核心', undefined],
])('%s with %s is shown as %s beside %s', (title, chinese, shown, original) => {
  expect(titles({ title, title_zh: chinese })).toEqual({ title: shown, original })
})
