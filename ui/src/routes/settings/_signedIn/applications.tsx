import { createFileRoute } from '@tanstack/react-router'
import { applicationsQuery } from '@/features/oauth/api'
import { ApplicationsPage } from '@/features/oauth/components/applications-page'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/settings/_signedIn/applications')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { app?: string }) => search,
  loader: ({ context }) => {
    void context.client.prefetchQuery(applicationsQuery(context.user.id))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { app } = Route.useSearch()
  return user ? <ApplicationsPage user={user} app={String(app ?? '')} /> : null
}
