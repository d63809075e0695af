import { createFileRoute } from '@tanstack/react-router'
import { TreasuryScreen } from '@/features/revenue/components/treasury-screen'
import type { GivenTreasury } from '@/features/revenue/search'
import { treasuryQueries } from '@/features/revenue/treasury-api'

export const Route = createFileRoute('/_signedIn/moderation/revenue')({
  // The page checks them: it is not part of what every page loads.
  validateSearch: (search: GivenTreasury) => search,
  loader: ({ context }) => {
    void context.client.prefetchQuery(treasuryQueries.treasury())
  },
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return <TreasuryScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })} />
}
