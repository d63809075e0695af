import { createFileRoute } from '@tanstack/react-router'
import { Welcome } from '@/features/auth/components/welcome'
import { safeRedirect } from '@/features/auth/model/redirect'
import { siteTitle, type Headed } from '@/lib/head'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/auth/welcome')({
  loader: ({ context }) => ({ head: { title: siteTitle(t.welcomeTitle(context.user.username)) } }) satisfies Headed,
  component: Page,
})

function Page() {
  const user = useSession()
  const search: { redirect?: unknown } = Route.useSearch()
  return user ? <Welcome user={user} back={safeRedirect(search.redirect)} /> : null
}
