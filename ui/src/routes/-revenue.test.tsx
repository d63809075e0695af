import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Payout, PayoutBalance } from '@/features/revenue/types'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import {
  balance as base,
  breakdown,
  destination,
  destinations,
  detail,
  ledger,
  making,
  methods,
  months,
  nothing,
  payout,
  payouts,
  totals,
} from '@/testing/revenue'
import { server } from '@/testing/server'

let balance: PayoutBalance
let asked: string[]
let mine: Payout[]

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'modyard_csrf=token; path=/'
  balance = base
  asked = []
  mine = payouts
  server.use(
    answer('GET', '/v2/user', () => me),
    answer('GET', '/v3/payout/balance', () => balance),
    answer('GET', '/v3/payout/months', () => months),
    answer('GET', '/v3/payout/months/{month}', () => breakdown),
    answer('GET', '/v3/payout/ledger', ({ request }) => {
      asked.push(new URL(request.url).search)
      return ledger
    }),
    answer('GET', '/v3/payout/ledger/{number}', () => making),
    answer('GET', '/v3/payout', () => mine),
    answer('GET', '/v3/payout/totals', () => totals),
    answer('GET', '/v3/payout/methods', () => methods),
    answer('GET', '/v3/payout/destinations', () => destinations),
    answer('GET', '/v3/payout/{id}', ({ params }) => {
      const found = mine.find(({ id }) => id === params.id)
      return found ? detail(found) : HttpResponse.json({ error: 'not_found', description: '没有这笔提现' }, { status: 404 })
    }),
  )
})

test('the page shows what one has, when more can be withdrawn, and the months with their estimate', async () => {
  await renderRoute('/dashboard/revenue')
  const figures = within(await screen.findByRole('region', { name: '余额' }))
  expect(figures.getByText('$4,812.07')).toBeTruthy()
  expect(figures.getByText('2026 年 $8,640.00')).toBeTruthy()
  expect(figures.getByText('已结算，到期后可提现')).toBeTruthy()
  expect(figures.getByText('未结算月份的估算 $312.50，不计入')).toBeTruthy()
  expect(figures.getByText('其中在途 $3,200.00')).toBeTruthy()
  expect(figures.getByText('另付手续费 $155.20')).toBeTruthy()
  expect(figures.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['12 月 30 日 $742.00', '2027 年 1 月 29 日 $488.44'])
  const chart = within(screen.getByRole('region', { name: '每月收入' }))
  await userEvent.click(chart.getByRole('button', { name: '显示表格' }))
  const row = chart.getByRole('row', { name: /2026 年 11 月（估算）/ })
  expect(row.textContent).toContain('$637.00')
  expect(document.title).toBe('收益 - Modyard')
  expect(screen.getByRole('link', { name: '收益' }).getAttribute('aria-current')).toBe('page')
})

test('a line opens to the days, the rule and the split that made it', async () => {
  await renderRoute('/dashboard/revenue')
  const card = within(await screen.findByRole('region', { name: '账目' }))
  expect(await card.findByText('2026 年 10 月广告，', { exact: false })).toBeTruthy()
  expect(card.getByText('−$3,219.20')).toBeTruthy()
  expect(card.getByText('+$742.18')).toBeTruthy()
  expect(card.getByText('原因：重复计数')).toBeTruthy()
  await userEvent.click(card.getByRole('button', { name: '查看第 4,418 笔的来源' }))
  const table = await card.findByRole('group', { name: '第 4,418 笔的由来' })
  expect(within(table).getByText('80%，另有 2 人')).toBeTruthy()
  expect(within(table).getByText('100%，没有其他人')).toBeTruthy()
  expect(within(table).getAllByText('a1b2c3d4')).toHaveLength(2)
})

test('the filters of the ledger stand in the address, and the file has the same', async () => {
  const { router } = await renderRoute('/dashboard/revenue?kind=payout')
  const card = within(await screen.findByRole('region', { name: '账目' }))
  expect(screen.getByRole('link', { name: '账目 CSV' }).getAttribute('href')).toBe('/v3/payout/ledger.csv?kind=payout')
  await userEvent.selectOptions(await card.findByRole('combobox', { name: '年份' }), '2025')
  await waitFor(() => expect(router.state.location.search).toEqual({ kind: 'payout', year: '2025' }))
  await waitFor(() => expect(asked).toContain('?kind=payout&year=2025&limit=25'))
  await userEvent.selectOptions(card.getByRole('combobox', { name: '种类' }), '更正')
  await waitFor(() => expect(asked).toContain('?kind=correction&year=2025&limit=25'))
})

test('nothing earned yet says what to expect, and nothing can be withdrawn', async () => {
  balance = nothing
  server.use(
    answer('GET', '/v3/payout/months', () => []),
    answer('GET', '/v3/payout/ledger', () => ({ lines: [], next: null, count: 0, years: [] })),
    answer('GET', '/v3/payout', () => []),
  )
  await renderRoute('/dashboard/revenue')
  expect(await screen.findByText('还没有收入')).toBeTruthy()
  expect(await screen.findByText('还没有账目')).toBeTruthy()
  expect(screen.getByText('可提现余额为零，待结算的部分到期后即可提现。')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '提现' })).queryByRole('link', { name: '提现' })).toBeNull()
})

test('the first estimate says that it is one', async () => {
  balance = { ...nothing, estimated: 3.21 }
  server.use(answer('GET', '/v3/payout/months', () => months.slice(0, 1)))
  await renderRoute('/dashboard/revenue')
  expect(await screen.findByText('这是首个估算。月份结算后才会记入账目，金额可能变化。')).toBeTruthy()
})

test.each([
  [{ paused: true }, '全站提现已暂停，恢复后即可继续。余额不受影响。', undefined],
  [{ methods: false }, '本站还没有开放提现方式。余额会一直保留。', undefined],
  [{ frozen: true, frozen_reason: '安全原因' }, '冻结原因：安全原因', '查看通知并申诉'],
  [{ verified: false }, '邮箱还没有验证。', '验证邮箱'],
  [{ factor: false }, '还没有启用两步验证或通行密钥。', '去启用'],
  [{ open: 5 }, '最多同时有 5 笔未完成的提现。', '查看提现'],
])('what keeps one from withdrawing is said, with the way to solve it: %o', async (part, text, link) => {
  balance = { ...base, standing: { ...base.standing, ...part } }
  await renderRoute('/dashboard/revenue')
  const card = within(await screen.findByRole('region', { name: '提现' }))
  expect(await card.findByText(text, { exact: false })).toBeTruthy()
  if (link) expect(card.getByRole('link', { name: link })).toBeTruthy()
  expect(card.queryByRole('link', { name: '提现' })).toBeNull()
})

test('a debt, and an amount below the least, say how much', async () => {
  balance = { ...base, available: -12.35 }
  const first = await renderRoute('/dashboard/revenue')
  expect(await screen.findByText('余额为 −$12.35，由之后的收入抵扣后才能提现。')).toBeTruthy()
  first.unmount()
  balance = { ...base, available: 9.99 }
  await renderRoute('/dashboard/revenue')
  expect(await screen.findByText('最低提现 $10.00，还差 $0.01。')).toBeTruthy()
})

test('a destination that rests is named with its time', async () => {
  await renderRoute('/dashboard/revenue')
  expect(await screen.findByText(/^收款账户 ····0031 从 .+ 起才能使用。$/)).toBeTruthy()
})

test('a balance that does not load says so and can be asked for again', async () => {
  let broken = true
  server.use(
    answer('GET', '/v3/payout/balance', () =>
      broken ? HttpResponse.json({ error: 'internal', description: '暂时无法读取' }, { status: 500 }) : balance,
    ),
  )
  await renderRoute('/dashboard/revenue')
  expect(await screen.findByText('暂时无法读取')).toBeTruthy()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  const figures = await screen.findByRole('region', { name: '余额' })
  expect(within(figures).getByText('$4,812.07')).toBeTruthy()
})

test('withdrawals are narrowed by method and year in the address, with all sums beside', async () => {
  const { router } = await renderRoute('/dashboard/revenue/transfers')
  const list = within(await screen.findByRole('region', { name: '提现记录' }))
  expect(list.getAllByRole('row')).toHaveLength(5)
  await userEvent.selectOptions(list.getByRole('combobox', { name: '方式' }), '银行转账')
  await waitFor(() => expect(router.state.location.search).toEqual({ method: 'bank' }))
  expect(list.getAllByRole('row')).toHaveLength(3)
  await userEvent.selectOptions(list.getByRole('combobox', { name: '年份' }), '2026')
  expect(await list.findByText('没有符合条件的提现')).toBeTruthy()
  const sums = within(screen.getByRole('region', { name: '合计' }))
  expect(sums.getByText('$8,640.00')).toBeTruthy()
  // The total, the method and the year that have it.
  expect(sums.getAllByText('其中在途 $3,200.00')).toHaveLength(3)
  expect(within(sums.getByRole('group', { name: '按年份与方式' })).getByRole('row', { name: '支付宝 $5,840.00 —' })).toBeTruthy()
  expect(document.title).toBe('提现记录 - Modyard')
})

test('a withdrawal opens with its amounts and its way, and is cancelled after a question', async () => {
  let cancelled = ''
  server.use(
    answer('DELETE', '/v3/payout/{id}', ({ params }) => {
      cancelled = String(params.id)
      return undefined
    }),
  )
  const { router } = await renderRoute('/dashboard/revenue/transfers')
  await userEvent.click(await screen.findByRole('button', { name: /^查看 .+的提现 \$3,200\.00$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '提现详情' }))
  expect(router.state.location.search).toEqual({ payout: 'Pay00001' })
  expect(await dialog.findByText('$3,219.20')).toBeTruthy()
  expect(dialog.getByText('支付宝 ····7702')).toBeTruthy()
  expect(within(dialog.getByRole('region', { name: '进度' })).getByText('提交申请')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: '取消提现' }))
  const question = within(await screen.findByRole('dialog', { name: '取消这笔提现？' }))
  await userEvent.click(question.getByRole('button', { name: '取消提现' }))
  await waitFor(() => expect(cancelled).toBe('Pay00001'))
})

test('a part that does not exist has no page', async () => {
  await renderRoute('/dashboard/revenue/nothing')
  expect(await screen.findByText('找不到该页面')).toBeTruthy()
})

test('of a withdrawal that was not paid nothing arrives, and it is not cancelled again', async () => {
  mine = [payout('Pay00005', { status: 'cancelled', state: 'cancelled', amount: 70, fee: 0.7 })]
  await renderRoute('/dashboard/revenue/transfers')
  const list = within(await screen.findByRole('region', { name: '提现记录' }))
  expect(list.getByText('已取消')).toBeTruthy()
  expect(list.getByText('未支付')).toBeTruthy()
  expect(list.queryByText('$70.00')).toBeNull()
  await userEvent.click(list.getByRole('button', { name: /^查看/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '提现详情' }))
  expect(await dialog.findByText('未支付')).toBeTruthy()
  expect(dialog.getByText('$0.70，已退还')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: '取消提现' })).toBeNull()
})

test('once the provider has taken a withdrawal it is not offered to cancel it', async () => {
  mine = [payout('Pay00006', { status: 'in-transit', state: 'taken', ended: null })]
  await renderRoute('/dashboard/revenue/transfers?payout=Pay00006')
  const dialog = within(await screen.findByRole('dialog', { name: '提现详情' }))
  expect(await dialog.findByText('预计到账')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: '取消提现' })).toBeNull()
})

test('limits and fees of a method are told before an amount is written', async () => {
  await renderRoute('/dashboard/revenue/withdraw')
  expect(await screen.findByText('每笔 $10.00 至 $5,000.00；手续费 0.6%，至少 $1.00；以 CNY 到账')).toBeTruthy()
  expect(screen.getByText('每笔限 $100.00、$500.00、$10,000.00；手续费 0%；以 USD 到账')).toBeTruthy()
})

test('with as many destinations as there can be, the page says why none is added', async () => {
  server.use(answer('GET', '/v3/payout/destinations', () => ['1', '2', '3', '4', '5'].map((id) => destination(id))))
  await renderRoute('/dashboard/revenue/destinations')
  expect(await screen.findByText('最多 5 个收款账户，请先移除不用的。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '添加收款账户' })).toMatchObject({ disabled: true })
})

test('whoever keeps the money has a link to it', async () => {
  balance = { ...base, standing: { ...base.standing, keeps: true } }
  await renderRoute('/dashboard/revenue')
  expect((await screen.findByRole('link', { name: '资金管理' })).getAttribute('href')).toBe('/moderation/revenue')
})
