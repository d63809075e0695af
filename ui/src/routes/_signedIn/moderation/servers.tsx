import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { givenPage, serverQueries } from '@/features/server/api'
import { StaffServers } from '@/features/server/components/staff-servers'
import { serverStaffText as t } from '@/lib/i18n/zh-Hans/server-staff'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/servers')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { page?: number | undefined }) => search,
  loader: ({ context: { client, user }, location }) => {
    if (user?.role !== 'admin') return
    void client.prefetchQuery(serverQueries.nodes())
    void client.prefetchQuery(serverQueries.all(givenPage((location.search as { page?: unknown }).page)))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { page } = Route.useSearch()
  if (user?.role === 'admin') return <StaffServers page={givenPage(page)} />
  return user === undefined ? null : <Forbidden text={t.adminOnly} />
}
