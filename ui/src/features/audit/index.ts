export { AuditTable } from './components/audit-table'
export { AuditScreen } from './components/audit-screen'
export type { AuditSearch } from './search'
