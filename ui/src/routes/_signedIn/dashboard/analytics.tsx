import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage } from '@/features/analytics'
import { overviewQuery } from '@/features/analytics/api'
import { parseAnalyticsSearch, type GivenSearch } from '@/features/analytics/search'

export const Route = createFileRoute('/_signedIn/dashboard/analytics')({
  validateSearch: (search: GivenSearch) => search,
  loader: ({ context, location }) => {
    void context.client.prefetchQuery(overviewQuery(undefined, parseAnalyticsSearch(location.search)))
  },
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return <AnalyticsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })} />
}
