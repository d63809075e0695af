import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '@/features/settings/components/activity-page'
import { parseDeeds } from '@/features/settings/model/deed-filter'

export const Route = createFileRoute('/settings/_signedIn/activity')({
  validateSearch: parseDeeds,
  component: Page,
})

function Page() {
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  return <ActivityPage filter={filter} onFilter={(search) => void navigate({ search, resetScroll: false })} />
}
