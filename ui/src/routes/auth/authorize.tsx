import { createFileRoute } from '@tanstack/react-router'
import { consentQuery } from '@/features/oauth/api'
import { ConsentScreen } from '@/features/oauth/components/consent-screen'
import { isSilent } from '@/features/oauth/model/request'
import { requireSession } from '@/lib/require-session'

export const Route = createFileRoute('/auth/authorize')({
  loader: async ({ context, location, preload }) => {
    const request = location.searchStr
    if (!isSilent(request)) await requireSession({ context, location })
    // Reading a request begins a flow, which nobody wants ahead of time.
    if (!preload) void context.client.prefetchQuery(consentQuery(request))
    return { request }
  },
  component: Page,
})

function Page() {
  const { request } = Route.useLoaderData()
  return <ConsentScreen key={request} search={request} />
}
