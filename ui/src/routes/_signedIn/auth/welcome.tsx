import { createFileRoute } from '@tanstack/react-router'
import { Welcome } from '@/features/auth/components/welcome'
import { safeRedirect } from '@/features/auth/model/redirect'
import { brandName } from '@/lib/brand'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { useSession } from '@/lib/session'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/_signedIn/auth/welcome')({ component: Page })

function Page() {
  const user = useSession()
  const search: { redirect?: unknown } = Route.useSearch()
  usePageHead(user ? `${t.welcomeTitle(user.username)} - ${brandName()}` : undefined, { index: false })
  return user ? <Welcome user={user} back={safeRedirect(search.redirect)} /> : null
}
