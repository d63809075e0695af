import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '@/features/settings/components/account-page'
import { titled } from '@/lib/head'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/settings/_signedIn/account')({
  loader: () => titled(t.pages.account),
  component: Page,
})

function Page() {
  const user = useSession()
  return user ? <AccountPage user={user} /> : null
}
