import { createFileRoute } from '@tanstack/react-router'
import { sessionsQuery } from '@/features/settings/api'
import { SessionsPage } from '@/features/settings/components/sessions-page'
import { titled } from '@/lib/head'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'

export const Route = createFileRoute('/settings/_signedIn/sessions')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(sessionsQuery)
    return titled(t.sessionsTitle)
  },
  component: Page,
})

function Page() {
  return <SessionsPage />
}
