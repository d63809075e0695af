import { createFileRoute } from '@tanstack/react-router'
import { applicationsQuery } from '@/features/oauth/api'
import { ApplicationsPage } from '@/features/oauth/components/applications-page'
import { parseApplicationsSearch } from '@/features/oauth/search'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/settings/_signedIn/applications')({
  validateSearch: parseApplicationsSearch,
  loader: ({ context }) => {
    void context.client.prefetchQuery(applicationsQuery(context.user.id))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { app = '' } = Route.useSearch()
  return user ? <ApplicationsPage user={user} app={app} /> : null
}
