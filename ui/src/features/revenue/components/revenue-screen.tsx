import { lazy, Suspense } from 'react'
import { ItemBones } from '@/components/ui/item-bones'
import { useLive } from '@/lib/live'
import { revenueTopic } from '../api'
import { parseRevenueSearch, type GivenSearch, type RevenueSearch } from '../search'
import { OverviewScreen } from './overview-screen'

const TransfersScreen = lazy(() => import('./transfers-screen').then((module) => ({ default: module.TransfersScreen })))
const WithdrawScreen = lazy(() => import('./withdraw-screen').then((module) => ({ default: module.WithdrawScreen })))
const DestinationsScreen = lazy(() => import('./destinations-screen').then((module) => ({ default: module.DestinationsScreen })))

const topics = [revenueTopic]

type RevenueScreenProps = {
  part: string | undefined
  search: GivenSearch
  /** `keep` replaces the address: a filter is no page to return to. */
  onSearch: (search: RevenueSearch, keep: boolean) => void
}

/** The pages of one's own money. */
export function RevenueScreen({ part, search: given, onSearch }: RevenueScreenProps) {
  useLive(topics)
  const search = parseRevenueSearch(given)
  const replace = (next: RevenueSearch) => onSearch(next, true)
  if (part === undefined) return <OverviewScreen search={search} onSearch={replace} />
  return (
    <Suspense fallback={<ItemBones count={6} />}>
      {part === 'withdraw' ? (
        <WithdrawScreen search={search} onSearch={(next) => onSearch(next, false)} />
      ) : part === 'transfers' ? (
        <TransfersScreen search={search} onSearch={replace} />
      ) : (
        <DestinationsScreen />
      )}
    </Suspense>
  )
}
