import { expect, test } from 'vitest'
import { changeOf, columnsOf, csvOf, groupName } from './model'

const days = (count: number) =>
  Array.from({ length: count }, (_none, at) => ({
    date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    downloads: 1,
    before: 2,
  }))

test('a short range has a column a day, a long one a column a week, and no day is left out', () => {
  expect(columnsOf({ days: days(30), releases: [] })).toHaveLength(30)
  const weeks = columnsOf({ days: days(365), releases: [] })
  expect(weeks).toHaveLength(53)
  expect(weeks.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(365)
  expect(columnsOf({ days: [], releases: [] })).toEqual([])
})

test('a column names what was published in it', () => {
  const [, second] = columnsOf({ days: days(3), releases: [{ date: '2026-01-02', project: 'a', version: 'b', number: '1.2.0' }] })
  expect(second?.label).toBe('2026-01-02（发布 1.2.0）')
})

test('a change needs something before', () => {
  expect(changeOf(15, 10)).toBe(0.5)
  expect(changeOf(5, 0)).toBeUndefined()
})

test('groups have names that people know', () => {
  const group = (key: string, name = key) => ({ key, name, downloads: 1, before: 0 })
  expect(groupName(group('2 prism'), 'client')).toBe('Prism Launcher')
  expect(groupName(group('1'), 'client')).toBe('浏览器')
  expect(groupName(group('9'), 'client')).toBe('未知')
  expect(groupName(group('fabric'), 'loader')).toBe('Fabric')
  expect(groupName(group('', ''), 'game')).toBe('未知')
})

test('a table for spreadsheets quotes its texts and has no formula', () => {
  const text = csvOf(
    {
      days: [{ date: '2026-01-01', downloads: 3, before: 1 }],
      groups: [
        { key: 'a', name: '=HYPERLINK("x")', downloads: 2, before: 0 },
        { key: 'b', name: 'a, "b"', downloads: 1, before: 1 },
      ],
    },
    'project',
  )
  expect(text.split('\r\n')).toEqual([
    '\uFEFF日期,下载,上一时段',
    '2026-01-01,3,1',
    '',
    '项目,下载,上一时段',
    `"'=HYPERLINK(""x"")",2,0`,
    '"a, ""b""",1,1',
    '',
  ])
})
