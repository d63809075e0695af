import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shapes } from '@/components/ui/releases'
import { DownloadTrend, type TrendDay } from './download-trend'

const days: TrendDay[] = Array.from({ length: 15 }, (_, at) => ({
  day: `2026-11-${String(at + 10)}`,
  downloads: at < 7 ? 100 : at < 14 ? 120 : 0,
  releases:
    at === 9
      ? [{ number: '6.0.3', channel: 'release' }]
      : at === 12
        ? [
            { number: '6.1.0-alpha.1', channel: 'alpha' },
            { number: '6.1.0-beta.1', channel: 'beta' },
          ]
        : [],
}))

test('the trend says the last week, its difference, and pins the days with a release', () => {
  const { container } = render(<DownloadTrend days={days} />)
  expect(screen.getByRole('heading', { name: '下载趋势' })).toBeTruthy()
  expect(screen.getByText('720')).toBeTruthy()
  expect(screen.getByText('+20.0%')).toBeTruthy()
  expect(
    screen.getByRole('img', { name: '近 15 天每日下载，共 1,540 次，其间发布 3 个版本（正式版 1 个、测试版 1 个、早期测试版 1 个）' }),
  ).toBeTruthy()
  const titles = [...container.querySelectorAll('g')].map((day) => [
    day.getAttribute('data-tip'),
    day.querySelector('path')?.getAttribute('d'),
  ])
  expect(titles[8]).toEqual(['2026-11-18：120 次下载', undefined])
  expect(titles[9]).toEqual(['2026-11-19：120 次下载，发布正式版 6.0.3', shapes.release])
  expect(titles[12]).toEqual(['2026-11-22：120 次下载，发布早期测试版 6.1.0-alpha.1、测试版 6.1.0-beta.1', shapes.beta])
})

test('what the pins mean stands below, and nothing where there is none', () => {
  const { container, rerender } = render(<DownloadTrend days={days} />)
  const keys = () => [...container.querySelectorAll('p:last-child > span')].map((key) => key.textContent)
  expect(keys()).toEqual(['正式版', '测试版', '早期测试版'])
  rerender(<DownloadTrend days={days.map((day) => ({ ...day, releases: [] }))} />)
  expect(keys()).toEqual(['2026-11-10', '今天'])
  expect(screen.getByRole('img', { name: '近 15 天每日下载，共 1,540 次，其间发布 0 个版本' })).toBeTruthy()
})

test.each([undefined, [], days.slice(0, 1)])('without days there is no trend', (none) => {
  expect(render(<DownloadTrend days={none} />).container.childElementCount).toBe(0)
})
