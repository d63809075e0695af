import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { ReviewFrame } from '@/features/review'

export const Route = createFileRoute('/_signedIn/moderation')({
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
