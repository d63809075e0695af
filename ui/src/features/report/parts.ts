import { lazy } from 'react'

export const ProjectThread = lazy(() => import('./components/project-thread'))
export const LinkThread = lazy(() => import('./components/link-thread'))
