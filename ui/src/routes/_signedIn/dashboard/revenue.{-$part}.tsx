import { createFileRoute } from '@tanstack/react-router'
import { RevenueScreen } from '@/features/revenue/components/revenue-screen'
import { loadRevenue } from '@/features/revenue/load'
import type { GivenSearch } from '@/features/revenue/search'

/** One route for the pages of revenue, because the first script names every route. */
export const Route = createFileRoute('/_signedIn/dashboard/revenue/{-$part}')({
  validateSearch: (search: GivenSearch) => search,
  loader: ({ context, params, location }) => loadRevenue(context.client, params.part, location.search),
  component: Revenue,
})

function Revenue() {
  const navigate = Route.useNavigate()
  return (
    <RevenueScreen
      part={Route.useParams().part}
      search={Route.useSearch()}
      onSearch={(search, keep) => void navigate({ search, replace: keep, resetScroll: false })}
    />
  )
}
