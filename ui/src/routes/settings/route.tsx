import { createFileRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { AccountFrame } from '@/features/auth/components/account/account-frame'
import { sessionQuery, signInPath } from '@/lib/session'

export const Route = createFileRoute('/settings')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ href: signInPath(location.href), replace: true })
  },
  component: Page,
})

function Page() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <AccountFrame path={path}>
      <Outlet />
    </AccountFrame>
  )
}
