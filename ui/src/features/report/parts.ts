import { lazy } from 'react'

export const ProjectThread = lazy(() => import('./components/project-thread'))
