import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '@/features/settings/components/profile-page'
import { titled } from '@/lib/head'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/settings/_signedIn/profile')({
  loader: () => titled(t.profileTitle),
  component: Page,
})

function Page() {
  const user = useSession()
  return user ? <ProfilePage key={user.id} user={user} /> : null
}
