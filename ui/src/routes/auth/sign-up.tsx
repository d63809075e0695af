import { createFileRoute, useRouter } from '@tanstack/react-router'
import { SignUpForm } from '@/features/auth/components/sign-up-form'
import { safeRedirect } from '@/features/auth/model/redirect'
import { titled } from '@/lib/head'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'

export const Route = createFileRoute('/auth/sign-up')({
  validateSearch: (search: Record<string, unknown>) => ({ redirect: typeof search.redirect === 'string' ? search.redirect : undefined }),
  loader: () => titled(t.signUpTitle),
  component: Page,
})

function Page() {
  const back = safeRedirect(Route.useSearch().redirect)
  const router = useRouter()
  return <SignUpForm back={back} onDone={() => router.history.replace(back === '/' ? '/auth/welcome' : back)} />
}
