import { createFileRoute } from '@tanstack/react-router'
import { consentQuery } from '@/features/oauth/api'
import { ConsentScreen } from '@/features/oauth/components/consent-screen'
import { requireSession } from '@/lib/require-session'
import { many, stringifySearch } from '@/lib/url-search'

/** Whether the application wants an answer without any page (OpenID Connect §3.1.2.1). */
const silent = (search: Record<string, unknown>): boolean => many(search.prompt).some((words) => words.split(' ').includes('none'))

export const Route = createFileRoute('/auth/authorize')({
  beforeLoad: async ({ context, location }) => {
    if (!silent(location.search)) await requireSession({ context, location })
  },
  loaderDeps: ({ search }) => ({ request: stringifySearch(search) }),
  loader: ({ context, deps, preload }) => {
    // Reading a request begins a flow, which nobody wants ahead of time.
    if (!preload) void context.client.prefetchQuery(consentQuery(deps.request))
  },
  component: Page,
})

function Page() {
  const { request } = Route.useLoaderDeps()
  return <ConsentScreen key={request} search={request} />
}
