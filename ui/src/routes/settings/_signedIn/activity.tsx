import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '@/features/settings/activity-api'
import { ActivityPage } from '@/features/settings/components/activity-page'
import { parseDeeds } from '@/features/settings/model/deeds'

export const Route = createFileRoute('/settings/_signedIn/activity')({
  validateSearch: parseDeeds,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchInfiniteQuery(activityQuery(deps))
  },
  component: Page,
})

function Page() {
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  return <ActivityPage filter={filter} onFilter={(search) => void navigate({ search, resetScroll: false })} />
}
