import type {
  LedgerLine,
  LedgerMaking,
  LedgerPage,
  Payout,
  PayoutBalance,
  PayoutDestination,
  PayoutDetail,
  PayoutMethod,
  PayoutTotals,
  RevenueBreakdown,
  RevenueMonth,
} from '@/features/revenue/types'

const HOUR = 3_600_000
const hours = (count: number): string => new Date(Date.now() + count * HOUR).toISOString()

export const balance: PayoutBalance = {
  available: 4812.07,
  withdrawn_lifetime: 25_862.1,
  withdrawn_ytd: 8640,
  pending: 1230.44,
  dates: { '2027-01-29T00:00:00Z': 488.44, '2026-12-30T00:00:00Z': 742 },
  requested_form_type: null,
  form_completion_status: null,
  earned_lifetime: 31_904.61,
  estimated: 312.5,
  in_transit: 3200,
  fees_lifetime: 155.2,
  currency: 'USD',
  standing: {
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
    open: 1,
  },
}

/** An account that has earned nothing. */
export const nothing: PayoutBalance = {
  ...balance,
  available: 0,
  withdrawn_lifetime: 0,
  withdrawn_ytd: 0,
  pending: 0,
  dates: {},
  earned_lifetime: 0,
  estimated: 0,
  in_transit: 0,
  fees_lifetime: 0,
  standing: { ...balance.standing, open: 0 },
}

const amounts = [980, 1190, 1060, 1377, 1210, 810, 640, 600, 590, 740, 690, 410]

export const months: RevenueMonth[] = amounts.map((amount, index) => {
  const at = 2026 * 12 + 10 - index
  const sources = [
    { source: 'ads', amount: (amount * 65) / 100 },
    { source: 'sponsors', amount: (amount * 20) / 100 },
    { source: 'servers', amount: (amount * 15) / 100 },
  ]
  const month = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  return { month, value_date: index === 0 ? null : '2026-12-30', sources, amount }
})

const gears = { id: 'Prj00001', title: '齿轮与铜绿', slug: 'gears-verdigris', type: 'mod' }
const gone = { id: 'Prj00099', title: null, slug: null, type: null }

export const breakdown: RevenueBreakdown = {
  month: '2026-11',
  settled: false,
  projects: [
    { project: gears, amount: 742.18 },
    { project: gone, amount: 237.82 },
  ],
  days: Array.from({ length: 21 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    amount: 30 + ((index * 7) % 25),
  })),
}

const line = (number: number, over: Partial<LedgerLine>): LedgerLine => ({
  number,
  at: '2026-11-21T03:00:00Z',
  kind: 'settlement',
  amount: 742.18,
  balance: 4812.07,
  value_date: null,
  month: null,
  source: null,
  project: null,
  payout: null,
  reason: null,
  ...over,
})

const lines: LedgerLine[] = [
  line(4418, { month: '2026-10', source: 'ads', project: gears, value_date: '2099-12-30' }),
  line(4417, { kind: 'payout', amount: -3219.2, balance: 4069.89, payout: 'Pay00001' }),
  line(4416, { at: '2026-11-15T03:00:00Z', amount: 186.4, balance: 7289.09, month: '2026-10', source: 'servers', project: gone }),
  line(4415, { at: '2026-11-12T03:00:00Z', kind: 'correction', amount: -4.13, balance: 7102.69, month: '2026-09', reason: '重复计数' }),
  line(4414, { at: '2026-03-11T03:00:00Z', kind: 'return', amount: 1000, balance: 7106.82, payout: 'Pay00004' }),
]

export const ledger: LedgerPage = { lines, next: null, count: 4418, years: [2026, 2025] }

export const making: LedgerMaking = {
  line: lines[0] ?? line(4418, {}),
  days: [
    {
      day: '2026-10-01',
      rule: 'net-75/1',
      hash: 'a1b2c3d4e5f60718',
      inputs: '0f1e2d3c4b5a6978',
      project: 30.05,
      amount: 24.04,
      basis_points: 8000,
      people: 3,
    },
    {
      day: '2026-10-02',
      rule: 'net-75/1',
      hash: 'a1b2c3d4e5f60718',
      inputs: '1122334455667788',
      project: 10,
      amount: 10,
      basis_points: 10_000,
      people: 1,
    },
  ],
}

export const payout = (id: string, over: Partial<Payout> = {}): Payout => ({
  id,
  user_id: 'Usr00001',
  status: 'success',
  created: '2026-09-18T08:00:00Z',
  amount: 2640,
  fee: 15.84,
  method: 'alipay',
  method_id: 'alipay',
  method_address: '····7702',
  platform_id: 'ALI-1121-3',
  state: 'success',
  method_name: '支付宝',
  returned: null,
  ended: '2026-09-19T08:00:00Z',
  reason: null,
  code: null,
  cancellable: false,
  ...over,
})

const bank = { method: 'bank', method_id: 'bank', method_name: '银行转账', method_address: '····0031' }

export const payouts: Payout[] = [
  payout('Pay00001', {
    status: 'in-transit',
    state: 'waiting',
    created: '2026-11-21T08:00:00Z',
    amount: 3200,
    fee: 19.2,
    ended: null,
    platform_id: null,
    cancellable: true,
  }),
  payout('Pay00002'),
  payout('Pay00003', { ...bank, created: '2025-06-30T08:00:00Z', amount: 2800 }),
  payout('Pay00004', { ...bank, created: '2025-03-11T08:00:00Z', amount: 1000, status: 'failed', state: 'returned', returned: 1000 }),
]

export const detail = (of: Payout, over: Partial<PayoutDetail> = {}): PayoutDetail => ({
  ...of,
  timeline: [{ at: of.created, kind: 'requested', detail: null }],
  ...over,
})

export const totals: PayoutTotals = {
  total: 8640,
  in_transit: 3200,
  by_year: [
    { year: 2026, amount: 5840, in_transit: 3200 },
    { year: 2025, amount: 2800, in_transit: 0 },
  ],
  by_method: [
    { method: 'alipay', method_name: '支付宝', amount: 5840, in_transit: 3200 },
    { method: 'bank', method_name: '银行转账', amount: 2800, in_transit: 0 },
  ],
  by_year_and_method: [
    { year: 2026, method: 'alipay', method_name: '支付宝', amount: 5840, in_transit: 3200 },
    { year: 2025, method: 'bank', method_name: '银行转账', amount: 2800, in_transit: 0 },
  ],
}

export const methods: PayoutMethod[] = [
  {
    id: 'alipay',
    type: 'alipay',
    name: '支付宝',
    category: null,
    image_url: null,
    image_logo_url: null,
    interval: { standard: { min: 10, max: 5000 } },
    fee: { percentage: 0.006, min: 1, max: null },
    currency: 'CNY',
    fields: [
      { name: 'name', label: '姓名', hint: '与实名认证一致' },
      { name: 'account', label: '账号', hint: '手机号或邮箱' },
    ],
  },
  {
    id: 'bank',
    type: 'bank',
    name: '银行转账',
    category: null,
    image_url: null,
    image_logo_url: null,
    interval: { fixed: { values: [100, 500, 10_000] } },
    fee: { percentage: 0, min: 0, max: null },
    currency: 'USD',
    fields: [{ name: 'account', label: '账号', hint: '' }],
  },
]

export const destination = (id: string, over: Partial<PayoutDestination> = {}): PayoutDestination => ({
  id,
  method: 'alipay',
  method_name: '支付宝',
  mark: '····7702',
  created: '2026-05-01T00:00:00Z',
  rests: '2026-05-02T00:00:00Z',
  used: true,
  ...over,
})

export const destinations: PayoutDestination[] = [
  destination('Dst00001'),
  destination('Dst00002', { mark: '····0031', method: 'bank', method_name: '银行转账', used: false, rests: hours(20) }),
]
