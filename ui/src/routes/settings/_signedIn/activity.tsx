import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '@/features/settings/components/activity-page'
import type { DeedFilter } from '@/features/settings/activity-api'
import { parseDeeds } from '@/features/settings/model/deed-filter'

export const Route = createFileRoute('/settings/_signedIn/activity')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: DeedFilter) => search,
  component: Page,
})

function Page() {
  const filter = parseDeeds(Route.useSearch())
  const navigate = Route.useNavigate()
  return <ActivityPage filter={filter} onFilter={(search) => void navigate({ search, resetScroll: false })} />
}
