import { lazy, Suspense } from 'react'

const Bell = lazy(() => import('@/features/notification/components/bell'))

/** The place of the bell: as wide before its code is here as after. */
export function NotificationBell() {
  return (
    <span className="bell-place">
      <Suspense>
        <Bell />
      </Suspense>
    </span>
  )
}
