import { lazy, Suspense } from 'react'
import appHeaderCss from './app-header.module.css'

const Bell = lazy(() => import('@/features/notification/components/bell'))

/** The placeholder of the bell, as wide as the bell. */
export function NotificationBell() {
  return (
    <span className={appHeaderCss.bell}>
      <Suspense>
        <Bell />
      </Suspense>
    </span>
  )
}
