import { lazy } from 'react'

/** How many messages of a conversation the reader has not seen, beside the name of its page. */
export const UnreadBadge = lazy(() => import('./components/unread-badge'))
export const ProjectThread = lazy(() => import('./components/project-thread'))
export const LinkThread = lazy(() => import('./components/link-thread'))
