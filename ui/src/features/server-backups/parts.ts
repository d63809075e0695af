// Parts of the backups for the pages of a server that are features of their own.
export { backupQueries } from './api'
export { phaseOf, taskOf } from './model/backup'
export { createRefusal, usageOf } from './model/limits'
