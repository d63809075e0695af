import type {
  LedgerMaking,
  LedgerPage,
  Payout,
  PayoutBalance,
  PayoutBody,
  PayoutDestination,
  PayoutDetail,
  PayoutFees,
  PayoutMethod,
  PayoutTotals,
  RevenueBreakdown,
  RevenueMonth,
} from './types'
import type {
  BatchResults,
  PayoutList,
  Treasury,
  TreasuryBatch,
  TreasuryCorrection,
  TreasuryDay,
  TreasuryFrozen,
  TreasuryMonth,
  TreasuryPayout,
} from './treasury-types'

type Gives<A> = { responses: { 200: { content: { 'application/json': A } } } }
type Done = { responses: { 204: { content?: never } } }
type In<P> = { parameters: { path: P } }
type Asked<Q> = { parameters: { query?: Q } }
type Json<B> = { requestBody: { content: { 'application/json': B } } }
type Bytes<T extends string> = { requestBody: { content: Record<T, string> } }
type Id = In<{ id: string }>
type OfDay = In<{ day: string }>
type OfEntry = In<{ day: string; entry: string }>
type OfMonth = In<{ month: string }>
/** The reason of the staff is asked for on the way. */
type Explained = Json<{ reason?: { code: string; text?: string } }>

/** The operations of revenue, until `openapi.json` has them: then this file goes, and the types are read from there. */
declare module '@/lib/api/schema.gen' {
  interface paths {
    '/v3/payout/balance': { get: Gives<PayoutBalance> }
    '/v3/payout/fees': { post: Json<PayoutBody> & Gives<PayoutFees> }
    '/v3/payout': { get: Gives<Payout[]>; post: Json<PayoutBody> & Gives<Payout> }
    '/v3/payout/{id}': { get: Id & Gives<PayoutDetail>; delete: Id & Done }
    '/v3/payout/methods': { get: Asked<{ country?: string }> & Gives<PayoutMethod[]> }
    '/v3/payout/totals': { get: Gives<PayoutTotals> }
    '/v3/payout/ledger': {
      get: Asked<{ kind?: string; year?: number; project?: string; before?: number; limit?: number }> & Gives<LedgerPage>
    }
    '/v3/payout/ledger/{number}': { get: In<{ number: string }> & Gives<LedgerMaking> }
    '/v3/payout/months': { get: Gives<RevenueMonth[]> }
    '/v3/payout/months/{month}': { get: OfMonth & Gives<RevenueBreakdown> }
    '/v3/payout/destinations': {
      get: Gives<PayoutDestination[]>
      post: Json<{ method_id: string; details: Record<string, string> }> & Gives<PayoutDestination>
    }
    '/v3/payout/destinations/{id}': { delete: Id & Done }
    '/_internal/revenue': { get: Gives<Treasury> }
    '/_internal/revenue/payouts': { get: Asked<{ state?: PayoutList }> & Gives<TreasuryPayout[]> }
    '/_internal/revenue/payouts/{id}/approve': { post: Id & Done }
    '/_internal/revenue/payouts/{id}/hold': { post: Id & Explained & Done }
    '/_internal/revenue/payouts/{id}/release': { post: Id & Explained & Done }
    '/_internal/revenue/payouts/{id}/judge': {
      post: Id & Json<{ end: 'success' | 'failed'; evidence?: string; reason?: { code: string } }> & Done
    }
    '/_internal/revenue/days': { get: Asked<{ month?: string }> & Gives<TreasuryDay[]> }
    '/_internal/revenue/days/{day}/preview': { get: OfDay & Gives<TreasuryDay> }
    '/_internal/revenue/days/{day}/share': { post: OfDay & Done }
    '/_internal/revenue/days/{day}/income': {
      post: OfDay & Json<{ source: string; amount: number; project?: string; evidence: string }> & Gives<{ id: string }>
    }
    '/_internal/revenue/days/{day}/income/{entry}/confirm': { post: OfEntry & Done }
    '/_internal/revenue/days/{day}/income/{entry}/reverse': { post: OfEntry & Explained & Done }
    '/_internal/revenue/exclusions': { post: Json<{ project: string; from: string; to: string; take_in?: boolean }> & Done }
    '/_internal/revenue/months': { get: Gives<TreasuryMonth[]> }
    '/_internal/revenue/months/{month}/ask': { post: OfMonth & Done }
    '/_internal/revenue/months/{month}/withdraw': { post: OfMonth & Done }
    '/_internal/revenue/months/{month}/settle': { post: OfMonth & Done }
    '/_internal/revenue/corrections': {
      get: Gives<TreasuryCorrection[]>
      post: Json<{ user: string; amount: number; negative?: boolean; month?: string; evidence: string }> & Gives<{ id: string }>
    }
    '/_internal/revenue/corrections/{id}/confirm': { post: Id & Done }
    '/_internal/revenue/corrections/{id}/drop': { post: Id & Done }
    '/_internal/revenue/frozen': { get: Gives<TreasuryFrozen[]> }
    '/_internal/revenue/wallets/{account}/freeze': { post: In<{ account: string }> & Explained & Done }
    '/_internal/revenue/wallets/{account}/thaw': { post: In<{ account: string }> & Explained & Done }
    '/_internal/revenue/pause': { post: Explained & Done }
    '/_internal/revenue/resume': { post: Explained & Done }
    '/_internal/revenue/batches': { get: Gives<TreasuryBatch[]>; post: Json<{ method: string }> & Gives<{ id: string }> }
    '/_internal/revenue/batches/{id}/results': { post: Id & Bytes<'text/csv'> & Gives<BatchResults> }
    '/_internal/revenue/evidence': { post: Bytes<'application/octet-stream'> & Gives<{ hash: string }> }
    '/_internal/revenue/rules': { post: Json<{ file: string }> & Done }
    '/_internal/revenue/rules/{rule}/enforce': { post: In<{ rule: string }> & Json<{ version: number; from: string }> & Done }
  }
}
