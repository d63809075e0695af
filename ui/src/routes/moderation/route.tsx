import { createFileRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { ReviewFrame } from '@/features/review'
import { sessionQuery, signInPath } from '@/lib/session'

export const Route = createFileRoute('/moderation')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ href: signInPath(location.href), replace: true })
  },
  component: Page,
})

function Page() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <ReviewFrame path={path}>
      <Outlet />
    </ReviewFrame>
  )
}
