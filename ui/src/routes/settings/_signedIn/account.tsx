import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '@/features/settings/components/account-page'
import { passkeysQuery } from '@/features/settings/passkey-api'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/settings/_signedIn/account')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(passkeysQuery)
  },
  component: Page,
})

function Page() {
  const user = useSession()
  return user ? <AccountPage user={user} /> : null
}
