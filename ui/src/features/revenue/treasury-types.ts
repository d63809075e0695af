import type { LedgerProject, PayoutDetail } from './types'

/** The documents of the API for treasurers, as in contract/treasury.go. */
type Author = { id: string; username: string; avatar_url: string | null }

export type TreasuryRule = { rule: string; version: number; hash: string; from: string }

export type TrialLine = {
  kind: 'cash' | 'income' | 'platform' | 'reserve' | 'accrued' | 'wallet' | 'transit' | 'fees' | 'unclaimed'
  id: string
  amount: number
  accounts: number
}

export type Treasury = {
  currency: string
  paused: boolean
  restored: boolean
  alone: boolean
  sources: string[]
  rules: TreasuryRule[]
  waiting: {
    payouts: number
    held: number
    unclear: number
    manual: number
    entries: number
    corrections: number
    frozen: number
  }
  balance: TrialLine[]
  position: number
}

export type TreasuryPayout = PayoutDetail & {
  user: Author | null
  approvals: Author[]
  needs: number
  since: string | null
  attempts: number
  batch: string | null
  proposed: string | null
  proposed_by: Author | null
  held_by: Author | null
}

export type TreasuryEntry = {
  id: string
  source: string
  amount: number
  project: LedgerProject | null
  user: Author | null
  at: string
  state: 'entered' | 'confirmed' | 'reversed'
  alone: boolean
  confirmer: Author | null
}

export type TreasuryDay = {
  day: string
  entries: TreasuryEntry[]
  left_out: LedgerProject[]
  shared: boolean
  rule: string | null
  creators: number
  platform: number
  reserve: number
  people: number
  changes: { project: LedgerProject; before: number; now: number }[]
}

export type TreasuryMonth = {
  month: string
  income: number
  creators: number
  unconfirmed: number
  days: number
  shared: number
  state: 'open' | 'asked' | 'begun' | 'settled'
  asked_by: Author | null
  asked_at: string | null
  from: string
  value_date: string
  wallets: number
}

export type TreasuryCorrection = {
  id: string
  user: Author | null
  amount: number
  month: string | null
  by: Author | null
  at: string
  state: 'proposed' | 'confirmed' | 'dropped'
  reason: string | null
  evidence: string
}

export type TreasuryFrozen = { user: Author | null; at: string; by: Author | null; reason: string | null }

export type TreasuryBatch = {
  id: string
  method: string
  method_name: string
  at: string
  by: Author | null
  payouts: number
  open: number
  amount: number
}

export type BatchResults = { paid: number; failed: number; problems: { line: number; text: string }[] }

export type PayoutList = 'waiting' | 'held' | 'unclear' | 'manual' | 'open' | 'ended'
