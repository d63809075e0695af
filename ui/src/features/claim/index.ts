export { ClaimForm } from './components/claim-form'
export { ClaimList } from './components/claim-list'
