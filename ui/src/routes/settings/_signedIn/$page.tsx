import { createFileRoute, notFound } from '@tanstack/react-router'
import { applicationsQuery, authorizationsQuery } from '@/features/oauth/api'
import { sessionsQuery, tokensQuery } from '@/features/settings/api'
import { passkeysQuery } from '@/features/settings/passkey-api'
import { KeyPage, keyPages } from './-key-page'

// One route for several pages, because the first script of every page names each route.
export const Route = createFileRoute('/settings/_signedIn/$page')({
  // The pages check them: that is not part of what every page loads.
  validateSearch: (search: { app?: string; key?: string; thing?: string; kind?: string; days?: number; linked?: string; fault?: string }) =>
    search,
  loader: ({ context: { client, user }, params: { page } }) => {
    if (!Object.hasOwn(keyPages, page)) throw notFound()
    if (page === 'account') void client.prefetchQuery(passkeysQuery)
    if (page === 'applications') void client.prefetchQuery(applicationsQuery(user.id))
    if (page === 'authorizations') void client.prefetchQuery(authorizationsQuery)
    if (page === 'pats') void client.prefetchQuery(tokensQuery)
    if (page === 'sessions') void client.prefetchQuery(sessionsQuery)
  },
  component: Page,
})

function Page() {
  const { page } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <KeyPage page={page} search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
}
