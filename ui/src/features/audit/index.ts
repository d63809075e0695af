export { AuditScreen } from './components/audit-screen'
export type { AuditSearch } from './search'
