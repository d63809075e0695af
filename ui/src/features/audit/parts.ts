/** What other features show of the audit. */
export { auditQueries } from './api'
export { AuditTable } from './components/audit-table'
