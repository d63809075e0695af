import { lazy, Suspense } from 'react'
import appHeaderCss from './app-header.module.css'

const Bell = lazy(() => import('@/features/notification/components/bell'))

/** The place of the bell: as wide before its code is here as after. */
export function NotificationBell() {
  return (
    <span className={appHeaderCss.bell}>
      <Suspense>
        <Bell />
      </Suspense>
    </span>
  )
}
