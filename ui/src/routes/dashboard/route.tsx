import { createFileRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { DashboardFrame } from '@/features/dashboard'
import { sessionQuery, signInPath } from '@/lib/session'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ href: signInPath(location.href), replace: true })
  },
  component: Page,
})

function Page() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <DashboardFrame path={path}>
      <Outlet />
    </DashboardFrame>
  )
}
