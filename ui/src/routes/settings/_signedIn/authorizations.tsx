import { createFileRoute } from '@tanstack/react-router'
import { authorizationsQuery } from '@/features/oauth/api'
import { AuthorizationsPage } from '@/features/oauth/components/authorizations-page'

export const Route = createFileRoute('/settings/_signedIn/authorizations')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(authorizationsQuery)
  },
  component: Page,
})

function Page() {
  return <AuthorizationsPage />
}
