import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '@/features/settings/components/profile-page'
import { brandName } from '@/lib/brand'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { useSession } from '@/lib/session'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/settings/_signedIn/profile')({ component: Page })

function Page() {
  const user = useSession()
  usePageHead(`${t.profileTitle} - ${brandName()}`, { index: false })
  return user ? <ProfilePage key={user.id} user={user} /> : null
}
