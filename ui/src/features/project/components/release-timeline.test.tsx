import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fixTime } from '@/lib/clock'
import { blocksOf, timelineOf } from '../model/timeline'
import { ReleaseTimeline } from './release-timeline'

afterEach(() => fixTime(undefined))

const month = (month: string, release = 0, beta = 0, alpha = 0, newest = '1.0') => ({ month, release, beta, alpha, newest })
const named = (line: ReturnType<typeof timelineOf>) => line?.months.map((one) => `${String(one.year)}-${String(one.month)}`)
const november = Date.parse('2026-11-25T04:00:00Z')

test('the timeline ends with the present month of China and has 12 to 24 months', () => {
  const short = named(timelineOf([month('2026-09', 1), month('2026-10', 1)], november))
  expect([short?.length, short?.[0], short?.at(-1)]).toEqual([12, '2025-12', '2026-11'])
  const long = named(timelineOf([month('2023-01', 1), month('2025-03', 1), month('2026-10', 1)], november))
  expect([long?.length, long?.[0]]).toEqual([21, '2025-3'])
  expect(named(timelineOf([month('2026-09', 1), month('2026-10', 1)], Date.parse('2026-11-30T16:00:00Z')))?.at(-1)).toBe('2026-12')
})

test('that of a project without releases for two years ends with its newest', () => {
  const line = named(timelineOf([month('2019-12', 1), month('2020-05', 1)], november))
  expect([line?.length, line?.[0], line?.at(-1)]).toEqual([12, '2019-6', '2020-5'])
})

test.each([[[]], [[month('2026-10', 3)]], [[month('2020-01', 1), month('2026-10', 1)]]])(
  'fewer than two months form no line',
  (releases) => {
    expect(timelineOf(releases, november)).toBeUndefined()
    fixTime(november)
    expect(render(<ReleaseTimeline releases={releases} />).container.childElementCount).toBe(0)
  },
)

test('a month has at most six blocks, and each channel with a release has one', () => {
  const line = timelineOf([month('2026-09', 40, 1, 1), month('2026-10', 2)], november)
  expect(line?.highest).toBeLessThanOrEqual(6)
  const blocks = line?.months.map((one) => blocksOf(one, line.unit).join())
  expect(blocks?.at(-3)).toMatch(/^release,.*release,beta,alpha$/)
  expect(blocks?.slice(-2)).toEqual(['release', ''])
})

test('the months are drawn and stand in a table, newest first', () => {
  fixTime(november)
  render(<ReleaseTimeline releases={[month('2026-08', 1, 0, 0, '1.0.0'), month('2026-10', 2, 1, 0, '1.2.0')]} />)
  const drawing = screen.getByRole('img', { name: '2025 年 12 月至 2026 年 11 月的发布时间线，共 4 个版本' })
  const titles = [...drawing.querySelectorAll('[title]')].map((one) => one.getAttribute('title'))
  expect(titles.slice(-3)).toEqual([
    '2026 年 9 月：没有发布',
    '2026 年 10 月：正式版 2 个、测试版 1 个，最新 1.2.0',
    '2026 年 11 月：没有发布',
  ])
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['月份', '正式版', '测试版', '当月最新'],
    ['2026 年 10 月', '2', '1', '1.2.0'],
    ['2026 年 8 月', '1', '0', '1.0.0'],
  ])
})
