import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import { JoinForm } from '@/features/auth/components/join-form'
import { isWork, welcomeAt } from '@/features/auth/model/after-sign-up'
import { secondStepOf } from '@/features/auth/model/outside'
import { safeRedirect } from '@/features/auth/model/redirect'

export const Route = createFileRoute('/auth/join')({
  validateSearch: (search: { redirect?: string }) => search,
  // Its flow is in the fragment, which only the page reads.
  component: Page,
})

function Page() {
  const back = safeRedirect(Route.useSearch().redirect)
  const flow = secondStepOf(useLocation().hash)?.flow ?? ''
  const router = useRouter()
  return <JoinForm flow={flow} back={back} onDone={() => router.history.replace(isWork(back) ? back : welcomeAt(back))} />
}
