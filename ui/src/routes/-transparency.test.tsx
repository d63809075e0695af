import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderRoute } from '@/testing/render-route'
import { signedIn } from '@/testing/review'
import { ago } from '@/testing/time'
import { server } from '@/testing/server'

const none = { approved: 0, rejected: 0, withheld: 0, overturned: 0, median_seconds: null, p95_seconds: null }
const some = { approved: 7, rejected: 2, withheld: 1, overturned: 0, median_seconds: 3600, p95_seconds: 7200 }
const month = (name: string, over: object = {}) => ({ month: name, ...none, ...over })
const empty = {
  recent: none,
  types: [],
  months: [month('2026-10'), month('2026-11')],
  reasons: [],
  waiting: { projects: 0, median_seconds: null },
  estimate: null,
  left_out: false,
}
const answers = (over: object) => server.use(http.get('/_internal/transparency', () => HttpResponse.json({ ...empty, ...over })))

test('a site with demonstration data alone says that it is left out', async () => {
  answers({ left_out: true })
  renderRoute('/transparency')
  await screen.findByText(/演示数据不计入/)
  expect(screen.getByText('还没有可以公布的审核决定')).toBeTruthy()
})

test('decisions are shown with their share, their reasons and the estimate', async () => {
  answers({
    recent: some,
    types: [{ type: 'mod', ...some, estimate: null }],
    months: [month('2026-10'), month('2026-11', some)],
    reasons: [{ step: 'summary', title: '简介', count: 2, options: [{ option: 'a', name: '不足', count: 2 }] }],
    estimate: { scope: 'all', rounds: 10, median_seconds: 3600, seconds: 7200, measured: 10, right: 0.9 },
  })
  renderRoute('/transparency')
  expect(await screen.findByText('70%')).toBeTruthy()
  expect(screen.getByText('通常 2 小时内（近 30 天 90% 在此时间内）')).toBeTruthy()
  expect(screen.getByText('暂无足够记录')).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: /简介.*不足 2/ })).toBeTruthy()
})

test('a chart has a table of the same values', async () => {
  answers({ recent: some, months: [month('2026-10'), month('2026-11', { ...some, overturned: 10 })] })
  renderRoute('/transparency')
  const waits = within(await screen.findByRole('region', { name: '每月的等待时间' }))
  expect(waits.getByRole('img').getAttribute('aria-label')).toContain('2026 年 11 月 1 小时 2 小时')
  await userEvent.click(waits.getByRole('button', { name: '显示表格' }))
  expect(waits.getByRole('row', { name: '2026 年 10 月 — —' })).toBeTruthy()
  expect(waits.getByRole('row', { name: '2026 年 11 月 1 小时 2 小时' })).toBeTruthy()
  const undone = within(screen.getByRole('region', { name: '每月的撤销率' }))
  expect(undone.getByRole('img').getAttribute('aria-label')).toContain('2026 年 11 月 50%')
})

test('the overview shows what waits and who worked today', async () => {
  signedIn('moderator')
  server.use(
    http.get('/_internal/moderation/overview', () =>
      HttpResponse.json({
        queue: { waiting: 3, day: 2, two_days: 1 },
        reports: { open: 1, oldest: ago(5) },
        claims: { open: 0, oldest: null },
        translations: { open: 0, oldest: null },
        oldest: [],
        work: [
          {
            moderator: { id: 'Mod00002', username: '石榴', avatar_url: null },
            decisions: { approved: 4, rejected: 2, withheld: 0 },
            forced: 3,
            reports: 1,
            claims: 0,
          },
        ],
        recent: some,
      }),
    ),
  )
  renderRoute('/moderation')
  expect(await screen.findByText('2 个超过 1 天，其中 1 个超过 2 天')).toBeTruthy()
  expect(screen.getByText(/^最早 5 小时 \d 分前$/)).toBeTruthy()
  expect(screen.getByRole('row', { name: /石榴 4 2 0 3 1 0/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /石榴/ }).getAttribute('href')).toBe('/moderation/work?of=Mod00002')
})

test("a moderator's page compares with the others", async () => {
  signedIn('moderator')
  const compared = { month: '', own: some, all: { ...some, approved: 17, overturned: 20 } }
  server.use(
    http.get('/_internal/moderation/work', () =>
      HttpResponse.json({
        moderator: { id: 'Mod00001', username: '岚桥', avatar_url: null },
        recent: compared,
        months: [{ ...compared, month: '2026-11' }],
        agreed: [
          {
            option: 'a',
            step: '简介',
            name: '不足',
            own: { approved: 0, rejected: 3, withheld: 0 },
            others: { approved: 1, rejected: 2, withheld: 0 },
          },
        ],
        decisions: [
          {
            project: 'Gone0001',
            slug: null,
            title: null,
            icon_url: null,
            url_type: null,
            round: 1,
            decision: 'rejected',
            at: ago(1),
            wait_seconds: 3600,
            undone: ago(0.5),
          },
        ],
      }),
    ),
  )
  renderRoute('/moderation/work')
  expect(await screen.findByText('占全站 50%')).toBeTruthy()
  expect(screen.getByText('全站 50%')).toBeTruthy()
  expect(screen.getByRole('row', { name: '简介 不足 拒绝 3 拒绝 2 · 通过 1' })).toBeTruthy()
  expect(screen.getByText('已删除的项目 Gone0001')).toBeTruthy()
  expect(screen.getByText('已撤销')).toBeTruthy()
})

test('others see neither', async () => {
  signedIn('developer')
  renderRoute('/moderation')
  expect(await screen.findByText('只有审核人员可以查看。')).toBeTruthy()
})
