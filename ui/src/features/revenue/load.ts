import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { missingType } from '@/lib/heads.gen'
import { revenueQueries as asked } from './api'
import { ledgerFilter, parseRevenueSearch, parts, type GivenSearch } from './search'

/** Starts the queries of a page of revenue. What stands above other cards is waited for: a card that fills later moves those below. */
export async function loadRevenue(client: QueryClient, part: string | undefined, given: GivenSearch): Promise<void> {
  const search = parseRevenueSearch(given)
  const [balance, payouts, totals] = [asked.balance(), asked.payouts(), asked.totals()]
  if (part === undefined) {
    void client.prefetchQuery(payouts)
    void client.prefetchQuery(totals)
    void client.prefetchInfiniteQuery(asked.ledger(ledgerFilter(search)))
    await Promise.all([
      client.prefetchQuery(balance),
      client.prefetchQuery(asked.months()),
      client.prefetchQuery(asked.methods()),
      client.prefetchQuery(asked.destinations()),
    ])
    return
  }
  if (!parts.some((one) => one === part)) throw notFound({ data: missingType })
  if (part === 'transfers') {
    void client.prefetchQuery(balance)
    await Promise.all([client.prefetchQuery(payouts), client.prefetchQuery(totals)])
    return
  }
  if (part === 'withdraw') void client.prefetchQuery(payouts)
  await Promise.all([client.prefetchQuery(balance), client.prefetchQuery(asked.methods()), client.prefetchQuery(asked.destinations())])
}
