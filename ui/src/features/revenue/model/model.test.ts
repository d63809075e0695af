import { expect, test } from 'vitest'
import type { PayoutBalance, PayoutMethod, RevenueMonth } from '../types'
import { amountProblem, boundsOf, mostOf, quickAmounts } from './amount'
import { monthBefore, monthColumns } from './months'
import { leastOf, obstaclesOf } from './standing'
import { basisOf, basisText, dayText, fractionText } from './words'

const standing: PayoutBalance['standing'] = {
  methods: true,
  paused: false,
  frozen: false,
  frozen_reason: null,
  verified: true,
  factor: true,
  confirmed: true,
  debt: false,
  leaving: false,
  keeps: false,
  open: 0,
}
const method: PayoutMethod = {
  id: 'alipay',
  type: 'alipay',
  name: '支付宝',
  category: null,
  image_url: null,
  image_logo_url: null,
  interval: { standard: { min: 10, max: 5000 } },
  fee: { percentage: 0.006, min: 1, max: null },
  currency: 'CNY',
  fields: [],
}

test('an account without obstacles has none', () => {
  expect(obstaclesOf({ available: 10, standing }, leastOf(method))).toEqual([])
})

test.each([
  [{ paused: true }, 20, ['paused']],
  [{ methods: false }, 20, ['methods']],
  [{ frozen: true }, 20, ['frozen']],
  [{ verified: false, factor: false }, 20, ['verified', 'factor']],
  [{ open: 5 }, 20, ['open']],
  [{ debt: true }, -3.2, ['debt']],
  [{}, 0, ['nothing']],
  [{}, 9.99, ['minimum']],
])('a standing of %o with %d has the obstacles %o', (part, available, obstacles) => {
  expect(obstaclesOf({ available, standing: { ...standing, ...part } }, leastOf(method))).toEqual(obstacles)
})

test('the least amount of fixed ones is the smallest', () => {
  expect(leastOf({ interval: { fixed: { values: [50, 25, 100] } } })).toBe(2500)
})

const bounds = boundsOf(method, 4812.07, 'USD')

test.each([
  ['', '请填写金额，最多两位小数，不带逗号。'],
  ['1e3', '请填写金额，最多两位小数，不带逗号。'],
  ['0', '最低提现金额为 $10.00。'],
  ['9.99', '最低提现金额为 $10.00。'],
  ['4812.08', '可提现余额不足，当前可提现 $4,812.07。'],
  ['4812.07', undefined],
  ['10', undefined],
])('the amount %s: %s', (text, problem) => {
  expect(amountProblem(text, bounds)).toBe(problem)
})

test('an amount above what the method pays, or beside its fixed ones, is refused', () => {
  expect(amountProblem('5000.01', boundsOf(method, 9000, 'USD'))).toBe('最高提现金额为 $5,000.00。')
  const fixed = boundsOf({ ...method, interval: { fixed: { values: [100, 25, 50] } } }, 60, 'USD')
  expect(amountProblem('30', fixed)).toBe('此方式只支持以下金额')
  expect(quickAmounts(fixed)).toEqual([2500, 5000])
})

test('quick amounts lie between the least and the largest', () => {
  expect(quickAmounts(bounds)).toEqual([10_000, 50_000, 100_000])
  expect(quickAmounts(boundsOf(method, 80, 'USD'))).toEqual([5_000])
  expect(mostOf(bounds)).toBe(481_207)
  expect(mostOf(boundsOf(method, -5, 'USD'))).toBe(0)
})

const month = (name: string, settled: boolean, ...sources: [string, number][]): RevenueMonth => ({
  month: name,
  value_date: settled ? '2026-12-29' : null,
  sources: sources.map(([source, amount]) => ({ source, amount })),
  amount: sources.reduce((sum, [, amount]) => sum + amount, 0),
})

test('the columns are twelve months, the largest source first, and what is not settled is open', () => {
  const { series, rows, open } = monthColumns([
    month('2026-11', false, ['ads', 10.1], ['sponsors', 0.29]),
    month('2026-09', true, ['sponsors', 1], ['ads', 5]),
  ])
  expect(series.map(({ name }) => name)).toEqual(['广告', '赞助'])
  expect(rows).toHaveLength(12)
  expect(rows[0]).toMatchObject({ label: '2025 年 12 月', short: '12 月', values: [0, 0], open: false })
  expect(rows[1]?.short).toBe('2026')
  expect(rows.at(-1)).toMatchObject({ label: '2026 年 11 月（估算）', values: [1010, 29], open: true })
  expect(open).toBe(true)
})

test('sources beyond four are one', () => {
  const { series, rows } = monthColumns([month('2026-11', true, ['a', 5], ['b', 4], ['c', 3], ['d', 2], ['e', 1])])
  expect(series.map(({ name }) => name)).toEqual(['a', 'b', 'c', '其他来源'])
  expect(rows.at(-1)?.values).toEqual([500, 400, 300, 300])
})

test('words of days, parts and months', () => {
  expect(monthBefore('2026-01', 1)).toBe('2025-12')
  const now = Date.UTC(2026, 10, 21)
  expect([dayText('2026-11-30', now), dayText('2027-01-02', now)]).toEqual(['11 月 30 日', '2027 年 1 月 2 日'])
  expect([basisText(8000), basisText(3333), basisText(50), basisText(10_000)]).toEqual(['80%', '33.33%', '0.5%', '100%'])
  expect([fractionText(0.006), fractionText(0.02), fractionText(0), fractionText(0.0125)]).toEqual(['0.6%', '2%', '0%', '1.25%'])
  expect(basisOf(1, 3)).toBe(3333)
})
