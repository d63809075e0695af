import { expect, test } from 'vitest'
import { ageOf, lengthOf, percent, secondsBetween } from './words'

test('an age is exact to the second for a minute', () => {
  expect([-2, 0, 2.4, 59, 60, 3599, 7300].map(ageOf)).toEqual([
    '0 秒前',
    '0 秒前',
    '2 秒前',
    '59 秒前',
    '1 分钟前',
    '59 分钟前',
    '2 小时前',
  ])
})

test('a length has its two largest units', () => {
  expect([0.2, 45, 600, 3600, 5400, 90_000, 172_800].map(lengthOf)).toEqual([
    '1 秒',
    '45 秒',
    '10 分钟',
    '1 小时',
    '1 小时 30 分钟',
    '1 天 1 小时',
    '2 天',
  ])
})

test('what was not always up is never shown as 100 %', () => {
  expect([1, 0.999_999, 0.9876, 0].map(percent)).toEqual(['100%', '99.99%', '98.76%', '0.00%'])
})

test('times are compared across zones', () => {
  expect(secondsBetween('2026-11-24T12:00:00Z', '2026-11-24T20:00:30+08:00')).toBe(30)
})
