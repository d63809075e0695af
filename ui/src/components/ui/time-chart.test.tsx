import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { TimeChart, type TimeRow } from './time-chart'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const rows: TimeRow[] = [
  { at: 86_400, label: '2026-01-01', value: 1, before: 2, marks: [] },
  { at: 172_800, label: '2026-01-02', value: 3, before: 4, marks: [{ number: '1.2.0', channel: 'release' }] },
  { at: 259_200, label: '2026-01-03', value: 5, before: 6, marks: [{ number: '1.3.0-beta', channel: 'beta' }] },
]

function chart(shown: readonly TimeRow[]) {
  // jsdom draws nothing: everything that is drawn is accepted.
  const pen: object = new Proxy({}, { get: (_pen, name) => (name === 'measureText' ? () => ({ width: 1 }) : () => pen), set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.stubGlobal('Path2D', function Path() {
    return pen
  })
  render(<TimeChart title="下载趋势" series={['下载', '上一时段']} rows={shown} column="时间" format={String} tick={String} />)
}

test('the releases of a chart are named with their channel, in the key and in the table', async () => {
  chart(rows)
  expect(screen.getByText('正式版')).toBeTruthy()
  expect(screen.getByText('测试版')).toBeTruthy()
  expect(screen.queryByText('早期测试版')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '显示表格' }))
  expect(screen.getAllByRole('rowheader').map((row) => row.textContent)).toEqual([
    '2026-01-01',
    '2026-01-02 · 正式版 1.2.0',
    '2026-01-03 · 测试版 1.3.0-beta',
  ])
})

test('a chart without releases has no key of them', () => {
  chart(rows.slice(0, 1))
  expect(screen.queryByText('正式版')).toBeNull()
})
