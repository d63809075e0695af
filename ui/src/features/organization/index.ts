export { OrganizationInvitation } from './components/organization-invitation'
