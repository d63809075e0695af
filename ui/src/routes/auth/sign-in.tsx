import { createFileRoute, useRouter } from '@tanstack/react-router'
import { SignInForm } from '@/features/auth/components/sign-in-form'
import { safeRedirect } from '@/features/auth/model/redirect'
import { titled } from '@/lib/head'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'

export const Route = createFileRoute('/auth/sign-in')({
  validateSearch: (search: Record<string, unknown>) => ({ redirect: typeof search.redirect === 'string' ? search.redirect : undefined }),
  loader: () => titled(t.signInTitle),
  component: Page,
})

function Page() {
  const back = safeRedirect(Route.useSearch().redirect)
  const router = useRouter()
  return <SignInForm back={back} onDone={() => router.history.replace(back)} />
}
