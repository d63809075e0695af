import { createFileRoute } from '@tanstack/react-router'
import { SessionsPage } from '@/features/settings/components/sessions-page'
import { brandName } from '@/lib/brand'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { usePageHead } from '@/lib/title'
import { signedIn } from '../-signed-in'

export const Route = createFileRoute('/settings/sessions')({ beforeLoad: signedIn, component: Page })

function Page() {
  usePageHead(`${t.sessionsTitle} - ${brandName()}`, { index: false })
  return <SessionsPage />
}
