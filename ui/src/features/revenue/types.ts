/** The documents of the API for creators, as in contract/revenue.go. Amounts are numbers with two decimals; only their
 * cents are compared (`@/lib/money`). */
export type PayoutStanding = {
  methods: boolean
  paused: boolean
  frozen: boolean
  frozen_reason: string | null
  verified: boolean
  factor: boolean
  confirmed: boolean
  debt: boolean
  leaving: boolean
  keeps: boolean
  open: number
}

export type PayoutBalance = {
  available: number
  withdrawn_lifetime: number
  withdrawn_ytd: number
  pending: number
  dates: Record<string, number>
  requested_form_type: string | null
  form_completion_status: string | null
  earned_lifetime: number
  estimated: number
  in_transit: number
  fees_lifetime: number
  currency: string
  standing: PayoutStanding
}

type PayoutQuote = { id: string; currency: string; amount: number; rate: number; until: string }

export type PayoutFees = {
  net_usd: number
  fee: number
  exchange_rate: number | null
  currency: string
  balance_after: number
  quote: PayoutQuote | null
}

export type PayoutState =
  | 'waiting'
  | 'approved'
  | 'held'
  | 'sent'
  | 'taken'
  | 'unclear'
  | 'cancelling'
  | 'success'
  | 'failed'
  | 'cancelled'
  | 'returned'

export type Payout = {
  id: string
  user_id: string
  status: 'in-transit' | 'cancelling' | 'success' | 'cancelled' | 'failed'
  created: string
  amount: number
  fee: number | null
  method: string | null
  method_id: string | null
  method_address: string | null
  platform_id: string | null
  state: PayoutState
  method_name: string
  returned: number | null
  ended: string | null
  reason: string | null
  code: string | null
  cancellable: boolean
}

export type PayoutStep = {
  at: string
  kind:
    | 'requested'
    | 'approved'
    | 'held'
    | 'released'
    | 'dispatched'
    | 'taken'
    | 'unclear'
    | 'succeeded'
    | 'failed'
    | 'cancel-asked'
    | 'cancelled'
    | 'end-proposed'
    | 'came-back'
  detail: string | null
}

export type PayoutDetail = Payout & { timeline: PayoutStep[] }

export type PayoutField = { name: string; label: string; hint: string }

export type PayoutMethod = {
  id: string
  type: string
  name: string
  category: string | null
  image_url: string | null
  image_logo_url: string | null
  interval: { standard?: { min: number; max: number } | null; fixed?: { values: number[] } | null }
  fee: { percentage: number; min: number; max: number | null }
  currency: string
  fields: PayoutField[]
}

export type PayoutDestination = {
  id: string
  method: string
  method_name: string
  mark: string
  created: string
  rests: string
  used: boolean
}

export type PayoutTotals = {
  total: number
  in_transit: number
  by_year: { year: number; amount: number; in_transit: number }[]
  by_method: { method: string; method_name: string; amount: number; in_transit: number }[]
  by_year_and_method: { year: number; method: string; method_name: string; amount: number; in_transit: number }[]
}

export type LedgerKind = 'settlement' | 'payout' | 'refund' | 'correction' | 'return' | 'closing'
export type LedgerProject = { id: string; title: string | null; slug: string | null; type: string | null }

export type LedgerLine = {
  number: number
  at: string
  kind: LedgerKind
  amount: number
  balance: number
  value_date: string | null
  month: string | null
  source: string | null
  project: LedgerProject | null
  payout: string | null
  reason: string | null
}

export type LedgerPage = { lines: LedgerLine[]; next: number | null; count: number; years: number[] }

export type MakingDay = {
  day: string
  rule: string
  hash: string
  inputs: string
  project: number
  amount: number
  basis_points: number
  people: number
}

export type LedgerMaking = { line: LedgerLine; days: MakingDay[] }

export type RevenueMonth = {
  month: string
  value_date: string | null
  sources: { source: string; amount: number }[]
  amount: number
}

export type RevenueBreakdown = {
  month: string
  settled: boolean
  projects: { project: LedgerProject; amount: number }[]
  days: { day: string; amount: number }[]
}

/** What a withdrawal is asked for with. `amount` includes the fee, `fee` and `rate` are those that were shown. */
export type PayoutBody = {
  amount: number
  method_id: string
  method_details: { destination: string }
  fee?: number
  /** The rate as it was read. */
  rate?: string
}
