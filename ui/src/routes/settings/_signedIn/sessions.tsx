import { createFileRoute } from '@tanstack/react-router'
import { sessionsQuery } from '@/features/settings/api'
import { SessionsPage } from '@/features/settings/components/sessions-page'

export const Route = createFileRoute('/settings/_signedIn/sessions')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(sessionsQuery)
  },
  component: Page,
})

function Page() {
  return <SessionsPage />
}
