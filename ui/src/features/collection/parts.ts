import { lazy } from 'react'

/** The collections of a person that the visitor may see; `user` is an account's id or name. Needs a Suspense around it. */
export const UserCollections = lazy(() => import('./components/user-collections'))
