import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { webhookQueries } from '@/features/webhook/api'
import { WebhooksPage } from '@/features/webhook'
import { EDIT_DETAILS, rightsOf } from '@/lib/permissions'
import { beginInside } from '@/lib/project-inside'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/webhooks')({
  loader: ({ context: { client }, params }) =>
    beginInside(client, params.id, ({ id }) => client.prefetchQuery(webhookQueries.list({ kind: 'project', id }))),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const user = useSession()
  return (
    <SettingsFrame id={id}>
      {(project) => (
        <WebhooksPage key={project.id} owner={{ kind: 'project', id: project.id }} may={(rightsOf(project, user) & EDIT_DETAILS) !== 0} />
      )}
    </SettingsFrame>
  )
}
