import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '@/features/settings/components/account-page'
import { brandName } from '@/lib/brand'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { useSession } from '@/lib/session'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/settings/_signedIn/account')({ component: Page })

function Page() {
  const user = useSession()
  usePageHead(`${t.pages.account} - ${brandName()}`, { index: false })
  return user ? <AccountPage user={user} /> : null
}
