import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { DashboardFrame } from '@/features/dashboard'

export const Route = createFileRoute('/_signedIn/dashboard')({
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
