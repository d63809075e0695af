export { ServerInvitations } from './components/server-invitations'
export { ServerMembers } from './components/server-members'
