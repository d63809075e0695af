import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DownloadTrend, type TrendDay } from './download-trend'

const days: TrendDay[] = Array.from({ length: 15 }, (_, at) => ({
  day: `2026-11-${String(at + 10)}`,
  downloads: at < 7 ? 100 : at < 14 ? 120 : 0,
  releases: at === 9 ? [{ number: '6.0.3', channel: 'release' }] : at === 12 ? [{ number: '6.1.0-beta.1', channel: 'beta' }] : [],
}))

test('the trend says the last week, its difference, and pins the days with a release', () => {
  const { container } = render(<DownloadTrend days={days} />)
  expect(screen.getByRole('heading', { name: '下载趋势' })).toBeTruthy()
  expect(screen.getByText('720')).toBeTruthy()
  expect(screen.getByText('+20.0%')).toBeTruthy()
  expect(screen.getByRole('img', { name: '近 15 天每日下载，共 1,540 次，其间发布 2 个版本' })).toBeTruthy()
  const titles = [...container.querySelectorAll('g')].map((day) => [
    day.querySelector('title')?.textContent,
    day.querySelectorAll('rect').length,
  ])
  expect(titles[8]).toEqual(['2026-11-18：120 次下载', 1])
  expect(titles[9]).toEqual(['2026-11-19：120 次下载，发布 6.0.3', 2])
  expect(titles[12]).toEqual(['2026-11-22：120 次下载，发布 6.1.0-beta.1', 2])
})

test.each([undefined, [], days.slice(0, 1)])('without days there is no trend', (none) => {
  expect(render(<DownloadTrend days={none} />).container.childElementCount).toBe(0)
})
