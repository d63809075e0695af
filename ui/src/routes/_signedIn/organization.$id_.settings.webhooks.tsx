import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/organization/components/settings-frame'
import { webhookQueries } from '@/features/webhook/api'
import { WebhooksPage } from '@/features/webhook'
import { ORG } from '@/lib/permissions'

export const Route = createFileRoute('/_signedIn/organization/$id_/settings/webhooks')({
  loader: ({ context, params }) => void context.client.prefetchQuery(webhookQueries.list({ kind: 'organization', id: params.id })),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return (
    <SettingsFrame id={id}>
      {({ standing }) => <WebhooksPage owner={{ kind: 'organization', id }} may={(standing.rights & ORG.editDetails) !== 0} />}
    </SettingsFrame>
  )
}
