import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage } from '@/features/analytics'
import { downloadsQuery } from '@/features/analytics/api'
import { parseAnalyticsSearch } from '@/features/analytics/search'

export const Route = createFileRoute('/_signedIn/dashboard/analytics')({
  validateSearch: parseAnalyticsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchQuery(downloadsQuery(undefined, deps))
  },
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return <AnalyticsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })} />
}
