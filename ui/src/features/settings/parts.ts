import { lazy } from 'react'

/** What a session, a token or an application is and did last. Needs a Suspense around it. */
export const KeyDrawer = lazy(() => import('./components/key-drawer'))
