import { one } from '@/lib/url-search'
import type { LedgerFilter } from './api'
import type { LedgerKind } from './types'

export const ledgerKinds: readonly LedgerKind[] = ['settlement', 'payout', 'correction', 'return', 'refund', 'closing']

/** The parts below `/dashboard/revenue`. */
export const parts = ['transfers', 'withdraw', 'destinations'] as const
export type Part = (typeof parts)[number]

/** The parameters of the address as they are given. The page reads them, so that the first script does not. */
export type GivenSearch = {
  kind?: unknown
  year?: unknown
  project?: unknown
  month?: unknown
  method?: unknown
  payout?: unknown
  destination?: unknown
}

/** What of the ledger, of the months and of the withdrawals is shown, and the withdrawal that is open. */
export type RevenueSearch = LedgerFilter & {
  month?: string | undefined
  method?: string | undefined
  payout?: string | undefined
  destination?: string | undefined
}

const id = (value: unknown): string | undefined => /^[\w-]{1,64}$/.exec(one(value))?.[0]

/** The parameters of the address; unknown values are dropped. */
export function parseRevenueSearch({ kind, year, project, month, method, payout, destination }: GivenSearch): RevenueSearch {
  return {
    kind: ledgerKinds.find((known) => known === one(kind)),
    year: /^20\d\d$/.test(one(year)) ? Number(one(year)) : undefined,
    project: id(project),
    month: /^20\d\d-(0[1-9]|1[0-2])$/.exec(one(month))?.[0],
    method: id(method),
    payout: id(payout),
    destination: id(destination),
  }
}

/** What of the address concerns the ledger. */
export const ledgerFilter = ({ kind, year, project }: RevenueSearch): LedgerFilter => ({ kind, year, project })

/** The parts of `/moderation/revenue`. */
export const treasuryTabs = ['overview', 'payouts', 'income', 'months', 'corrections', 'frozen', 'rules'] as const
export type TreasuryTab = (typeof treasuryTabs)[number]
export const payoutLists = ['waiting', 'held', 'unclear', 'manual', 'open', 'ended'] as const

export type GivenTreasury = { tab?: unknown; list?: unknown; month?: unknown; day?: unknown }
export type TreasurySearch = {
  tab?: Exclude<TreasuryTab, 'overview'> | undefined
  list?: (typeof payoutLists)[number] | undefined
  month?: string | undefined
  day?: string | undefined
}

/** The parameters of the address; unknown values are dropped. */
export function parseTreasurySearch({ tab, list, month, day }: GivenTreasury): TreasurySearch {
  const known = treasuryTabs.find((each) => each === one(tab))
  return {
    tab: known === 'overview' ? undefined : known,
    list: payoutLists.find((each) => each === one(list)),
    month: /^20\d\d-(0[1-9]|1[0-2])$/.exec(one(month))?.[0],
    day: /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(one(day))?.[0],
  }
}
