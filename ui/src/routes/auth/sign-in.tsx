import { createFileRoute, useRouter } from '@tanstack/react-router'
import { SignInForm } from '@/features/auth/components/sign-in-form'
import { safeRedirect } from '@/features/auth/model/redirect'

export const Route = createFileRoute('/auth/sign-in')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { redirect?: string }) => search,
  component: Page,
})

function Page() {
  const back = safeRedirect(Route.useSearch().redirect)
  const router = useRouter()
  return <SignInForm back={back} onDone={() => router.history.replace(back)} />
}
