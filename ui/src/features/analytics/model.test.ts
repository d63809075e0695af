import { expect, test } from 'vitest'
import { averageText, changeOf, chartValue, csvOf, groupName, rowsOf, tickOf, valueText } from './model'

const slice = (start: string, value = 1, before = 2) => ({ start, value, before })

test('each day has a row, which names what was published on it', () => {
  const releases = [{ date: '2026-01-02', project: 'a', version: 'b', number: '1.2.0', channel: 'beta' as const }]
  const rows = rowsOf({ metric: 'downloads', slices: [slice('2026-01-01'), slice('2026-01-02'), slice('2026-01-03')], releases })
  expect(rows.map(({ label, value, before, marks }) => [label, value, before, marks])).toEqual([
    ['2026-01-01', 1, 2, []],
    ['2026-01-02', 1, 2, [{ number: '1.2.0', channel: 'beta' }]],
    ['2026-01-03', 1, 2, []],
  ])
  expect(new Date((rows[0]?.at ?? 0) * 1000).getHours()).toBe(0)
})

test('hours have rows too, and playtime is shown in hours', () => {
  const [row] = rowsOf({ metric: 'playtime', slices: [slice('2026-01-01T15:00', 5400, 0)], releases: [] })
  expect(row?.label).toBe('2026-01-01 15:00')
  expect(row?.value).toBe(1.5)
  expect(tickOf(row?.at ?? 0)).toBe('15 时')
  expect(chartValue(1.5)).toBe('1.5')
  expect(valueText('playtime', 5400)).toBe('1.5 小时')
  expect(valueText('playtime', 3600 * 123_456)).toBe('12.3 万小时')
  expect(valueText('playtime', 0)).toBe('0 小时')
  expect([1 / 30, 9 / 24, 3, 13.5].map((value) => averageText('downloads', value))).toEqual(['不到 0.1', '0.4', '3', '14'])
})

test('followers may become fewer', () => {
  expect(valueText('followers', -12)).toBe('−12')
})

test('a change needs something before', () => {
  expect(changeOf(15, 10)).toBe(0.5)
  expect(changeOf(5, 0)).toBeUndefined()
  expect(changeOf(5, -3)).toBeUndefined()
})

test('groups have names that people know', () => {
  const group = (key: string, name = key) => ({ key, name, value: 1, before: 0 })
  expect(groupName(group('2 prism'), 'client')).toBe('Prism Launcher')
  expect(groupName(group('1'), 'client')).toBe('浏览器')
  expect(groupName(group('9'), 'client')).toBe('未知')
  expect(groupName(group('fabric'), 'loader')).toBe('Fabric')
  expect(groupName(group('', ''), 'game')).toBe('未知')
  expect(groupName(group('DE'), 'country')).toBe('德国')
  expect(groupName(group('XX'), 'country')).toBe('其他（不足 50 次的合计）')
  expect(groupName(group('', ''), 'country')).toBe('未知')
})

test('a table for spreadsheets quotes its texts and has no formula', () => {
  const text = csvOf(
    {
      slices: [slice('2026-01-01', 3, 1)],
      groups: [
        { key: 'a', name: '=HYPERLINK("x")', value: 2, before: 0 },
        { key: 'b', name: 'a, "b"', value: 1, before: 1 },
      ],
    },
    'downloads',
    'project',
  )
  expect(text.split('\r\n')).toEqual([
    '\uFEFF时间,下载,上一时段',
    '2026-01-01,3,1',
    '',
    '项目,下载,上一时段',
    `"'=HYPERLINK(""x"")",2,0`,
    '"a, ""b""",1,1',
    '',
  ])
})
