import { lazy } from 'react'

export type { BarDialogProps } from './components/bar-dialog'

/** Bars a person from a place for a while. Needs a Suspense around it. */
export const BarDialog = lazy(() => import('./components/bar-dialog'))
