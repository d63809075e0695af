import { createFileRoute, useRouter } from '@tanstack/react-router'
import { SignUpForm } from '@/features/auth/components/sign-up-form'
import { safeRedirect } from '@/features/auth/model/redirect'
import { brandName } from '@/lib/brand'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/auth/sign-up')({
  validateSearch: (search: Record<string, unknown>) => ({ redirect: typeof search.redirect === 'string' ? search.redirect : undefined }),
  component: Page,
})

function Page() {
  const back = safeRedirect(Route.useSearch().redirect)
  const router = useRouter()
  usePageHead(`${t.signUpTitle} - ${brandName()}`, { index: false })
  return <SignUpForm back={back} onDone={() => router.history.replace(back === '/' ? '/auth/welcome' : back)} />
}
