import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const now = '2026-11-24T12:00:00Z'
const day = (over: object) => ({ day: '2026-11-24', up: 1, down: 0, ...over })
const part = (name: string, over: object = {}) => ({ name, state: 'ok', up: 1, days: [day({})], ...over })

function answers(over: object) {
  server.use(
    http.get('/_internal/status', () =>
      HttpResponse.json({ state: 'ok', now, synced: '2026-11-24T11:59:58Z', parts: [part('site')], incidents: [], ...over }),
    ),
  )
}

test('a site that works says so, and that nothing happened', async () => {
  answers({})
  renderRoute('/status')
  await screen.findByText('一切正常')
  expect(within(screen.getByRole('main')).getByText('数据已同步 · 2 秒前')).toBeTruthy()
  expect(screen.getByText('还没有记录到中断')).toBeTruthy()
})

test('a part that is down, an old state and the incidents are told in words', async () => {
  answers({
    state: 'down',
    synced: '2026-11-24T11:57:00Z',
    parts: [part('search', { state: 'down', up: 0.9876, days: [day({ up: 0.5, down: 5400 }), day({ day: '2026-11-23', up: null })] })],
    incidents: [
      { part: 'search', began: '2026-11-24T10:30:00Z', ended: null },
      { part: 'site', began: '2026-11-23T10:30:00Z', ended: '2026-11-23T10:32:00Z' },
    ],
  })
  renderRoute('/status')
  await screen.findByText('部分功能中断')
  expect(within(screen.getByRole('main')).getByText('数据落后 · 3 分钟前')).toBeTruthy()
  expect(screen.getByRole('img', { name: '搜索最近 90 天：有记录的 1 天内正常 98.76%' })).toBeTruthy()
  expect(screen.getByTitle('2026-11-24：正常 50.00%，中断 1 小时 30 分钟')).toBeTruthy()
  expect(screen.getByTitle('2026-11-23：暂无记录')).toBeTruthy()
  expect(screen.getByText('仍在继续')).toBeTruthy()
  expect(screen.getByText('持续 2 分钟')).toBeTruthy()
})

test('a share is told of the days that are recorded, and none where there is no record', async () => {
  const past = Array.from({ length: 89 }, (_, index) => day({ day: `day ${index}`, up: null }))
  answers({
    parts: [
      part('site', { days: [...past, day({})] }),
      part('files', { up: null, days: [...past, day({ up: null })] }),
      part('search', { days: [...past.map((one) => ({ ...one, up: 1 })), day({})] }),
    ],
  })
  renderRoute('/status')
  expect(await screen.findByText('有记录的 1 天内正常 100%')).toBeTruthy()
  expect(screen.getByText('暂无记录')).toBeTruthy()
  expect(screen.getByText('90 天内正常 100%')).toBeTruthy()
})

test('a state that cannot be read offers another try', async () => {
  server.use(http.get('/_internal/status', () => HttpResponse.json({ error: 'unavailable', description: '暂时不可用' }, { status: 503 })))
  renderRoute('/status')
  await screen.findByRole('button', { name: '重试' }, { timeout: 10_000 })
}, 15_000)
