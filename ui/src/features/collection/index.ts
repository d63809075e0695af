export { FollowButton } from './components/follow-button'
export { prepareSave, SaveControl } from './components/save-control'
export { UserCollections } from './parts'
