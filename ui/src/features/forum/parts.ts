import { lazy } from 'react'

/** What a person wrote in the forum; `user` is an account's id. Needs a Suspense around it. */
export const UserPosts = lazy(() => import('./components/user-posts'))
