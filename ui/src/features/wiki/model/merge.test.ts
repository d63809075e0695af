import { expect, test } from 'vitest'
import { bothOf, unmerged } from './merge'

test('lines that both versions have stand once, others between markers', () => {
  expect(bothOf('一\n二\n三', '一\n贰\n三')).toBe('一\n<<<<<<< 已发布\n二\n=======\n贰\n>>>>>>> 草稿\n三')
})

test('a line that only one version has stands alone between the markers', () => {
  expect(bothOf('一\n二', '一')).toBe('一\n<<<<<<< 已发布\n二\n=======\n>>>>>>> 草稿')
  expect(bothOf('', '一\n')).toBe('<<<<<<< 已发布\n=======\n一\n>>>>>>> 草稿\n')
})

test('a text is unmerged while a marker remains', () => {
  const [theirs, mine] = ['一\n二', '一\n贰']
  expect(unmerged(bothOf(theirs, mine), theirs, mine)).toBe(true)
  expect(unmerged('一\n二\n=======\n贰', theirs, mine)).toBe(true)
  expect(unmerged('一\n二和贰', theirs, mine)).toBe(false)
})

test('the underline of a heading that a version has is no marker', () => {
  expect(unmerged('标题\n=======\n二', '标题\n=======\n二', '标题')).toBe(false)
})
