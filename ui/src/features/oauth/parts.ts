export { authorizationsQuery, useRevoke } from './api'
export { NarrowDialog } from './components/narrow-dialog'
