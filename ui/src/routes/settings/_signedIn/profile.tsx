import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '@/features/settings/components/profile-page'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/settings/_signedIn/profile')({
  component: Page,
})

function Page() {
  const user = useSession()
  return user ? <ProfilePage key={user.id} user={user} /> : null
}
