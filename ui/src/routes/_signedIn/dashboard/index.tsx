import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { PageHead } from '@/components/ui/page-head'
import { Overview } from '@/features/dashboard'
import { ownProjectsQuery } from '@/features/dashboard/api'
import { notificationQueries } from '@/features/notification'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { useSession } from '@/lib/session'
import ui from '@/components/ui/ui.module.css'

export const Route = createFileRoute('/_signedIn/dashboard/')({
  // Waited for: a card that fills later moves those below it.
  loader: async ({ context: { client, user } }) => {
    await Promise.all([
      client.prefetchQuery(ownProjectsQuery(user.id)),
      client.prefetchQuery(notificationQueries.invitations()),
      client.prefetchQuery(notificationQueries.unread()),
    ])
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const navigate = Route.useNavigate()
  const create = () => void navigate({ to: '/dashboard/projects', search: { create: true } })
  if (!user) return null
  return (
    <>
      <PageHead title={t.overviewTitle} sub={user.username}>
        <Button kind="primary" size="sm" onClick={create}>
          <Plus className={ui.icon} aria-hidden />
          {t.newProject}
        </Button>
      </PageHead>
      <Overview user={user} onCreate={create} />
    </>
  )
}
