import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage } from '@/features/analytics'
import { given } from '@/features/analytics/given'

export const Route = createFileRoute('/_signedIn/dashboard/analytics')({
  validateSearch: given,
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return <AnalyticsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })} />
}
