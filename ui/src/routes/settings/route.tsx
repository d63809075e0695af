import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/settings/components/settings-frame'

export const Route = createFileRoute('/settings')({ staticData: { noindex: true }, component: Page })

function Page() {
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') })
  return (
    <SettingsFrame path={path}>
      <Outlet />
    </SettingsFrame>
  )
}
