import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { serverQueries } from '@/features/server/api'
import { StaffNodes } from '@/features/server/components/staff-nodes'
import { serverStaffText as t } from '@/lib/i18n/zh-Hans/server-staff'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/nodes')({
  loader: ({ context: { client, user } }) => {
    if (user?.role === 'admin') void client.prefetchQuery(serverQueries.nodes())
  },
  component: Page,
})

function Page() {
  const user = useSession()
  if (user?.role === 'admin') return <StaffNodes />
  return user === undefined ? null : <Forbidden text={t.adminOnly} />
}
