import { lazy } from 'react'

export { FollowButton } from './components/follow-button'
export { prepareSave, SaveControl } from './components/save-control'

/** The collections of a person that the visitor may see; `user` is an account's id or name. Needs a Suspense around it. */
export const UserCollections = lazy(() => import('./components/user-collections'))
