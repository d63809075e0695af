import { createFileRoute } from '@tanstack/react-router'
import { sessionsQuery } from '@/features/settings/api'
import { SessionsPage } from '@/features/settings/components/sessions-page'
import { brandName } from '@/lib/brand'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/settings/_signedIn/sessions')({
  loader: ({ context }) => void context.client.prefetchQuery(sessionsQuery),
  component: Page,
})

function Page() {
  usePageHead(`${t.sessionsTitle} - ${brandName()}`, { index: false })
  return <SessionsPage />
}
