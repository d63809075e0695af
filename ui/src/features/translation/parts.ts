import { lazy } from 'react'

export const LinksField = lazy(() => import('./components/links-field'))
