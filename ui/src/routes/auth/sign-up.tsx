import { createFileRoute, useRouter } from '@tanstack/react-router'
import { SignUpForm } from '@/features/auth/components/sign-up-form'
import { isWork, welcomeAt } from '@/features/auth/model/after-sign-up'
import { safeRedirect } from '@/features/auth/model/redirect'

export const Route = createFileRoute('/auth/sign-up')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { redirect?: string }) => search,
  component: Page,
})

function Page() {
  const back = safeRedirect(Route.useSearch().redirect)
  const router = useRouter()
  // Who came to do something goes on with it; everybody else is asked once what they play.
  const onDone = () => router.history.replace(isWork(back) ? back : welcomeAt(back))
  return <SignUpForm back={back} onDone={onDone} />
}
