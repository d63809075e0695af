import type {
  Treasury,
  TreasuryBatch,
  TreasuryCorrection,
  TreasuryDay,
  TreasuryFrozen,
  TreasuryMonth,
  TreasuryPayout,
} from '@/features/revenue/treasury-types'
import { detail, payout } from './revenue'

export const keeper = { id: 'Usr00001', username: 'banmei', avatar_url: null }
export const other = { id: 'Usr00007', username: 'verdi', avatar_url: null }

export const treasury: Treasury = {
  currency: 'USD',
  paused: false,
  restored: false,
  alone: false,
  sources: ['ads', 'servers', 'sponsors'],
  rules: [{ rule: 'net-75', version: 1, hash: 'a1b2c3d4e5f60718a1b2c3d4e5f60718', from: '2026-01-01' }],
  waiting: { payouts: 2, held: 1, unclear: 1, manual: 1, entries: 1, corrections: 1, frozen: 1 },
  balance: [
    { kind: 'cash', id: 'ads', amount: 1000, accounts: 1 },
    { kind: 'wallet', id: '', amount: -750, accounts: 12 },
    { kind: 'platform', id: '', amount: -250, accounts: 1 },
  ],
  position: 128_441,
}

export const waiting = (id: string, over: Partial<TreasuryPayout> = {}): TreasuryPayout => ({
  ...detail(payout(id, { status: 'in-transit', state: 'waiting', amount: 1500, fee: 9, ended: null, platform_id: null })),
  user: other,
  approvals: [],
  needs: 2,
  since: null,
  attempts: 0,
  batch: null,
  proposed: null,
  proposed_by: null,
  held_by: null,
  ...over,
})

export const day: TreasuryDay = {
  day: '2026-11-20',
  entries: [
    {
      id: 'Ent00001',
      source: 'ads',
      amount: 700,
      project: null,
      user: other,
      at: '2026-11-21T01:00:00Z',
      state: 'entered',
      alone: false,
      confirmer: null,
    },
    {
      id: 'Ent00002',
      source: 'sponsors',
      amount: 50,
      project: null,
      user: keeper,
      at: '2026-11-21T01:00:00Z',
      state: 'entered',
      alone: false,
      confirmer: null,
    },
  ],
  left_out: [],
  shared: false,
  rule: null,
  creators: 0,
  platform: 0,
  reserve: 0,
  people: 0,
  changes: [],
}

export const preview: TreasuryDay = {
  ...day,
  creators: 562.5,
  platform: 187.5,
  people: 42,
  rule: 'net-75/1',
  changes: [{ project: { id: 'Prj00001', title: '齿轮与铜绿', slug: 'gears-verdigris', type: 'mod' }, before: 20, now: 15.5 }],
}

export const month: TreasuryMonth = {
  month: '2026-10',
  income: 21_000,
  creators: 15_750,
  unconfirmed: 0,
  days: 31,
  shared: 31,
  state: 'asked',
  asked_by: other,
  asked_at: '2026-11-10T01:00:00Z',
  from: '2026-11-10',
  value_date: '2026-12-30',
  wallets: 1204,
}

export const correction: TreasuryCorrection = {
  id: 'Cor00001',
  user: { id: 'Usr00009', username: 'acheng', avatar_url: null },
  amount: -4.13,
  month: '2026-09',
  by: other,
  at: '2026-11-12T01:00:00Z',
  state: 'proposed',
  reason: '更正错误：重复计数',
  evidence: 'feedbeef',
}

export const frozen: TreasuryFrozen = { user: other, at: '2026-11-12T01:00:00Z', by: keeper, reason: '安全原因' }

export const batch: TreasuryBatch = {
  id: 'Bat00001',
  method: 'bank',
  method_name: '银行转账',
  at: '2026-11-12T01:00:00Z',
  by: other,
  payouts: 3,
  open: 2,
  amount: 900,
}
