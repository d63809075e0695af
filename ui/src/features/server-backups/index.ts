export { ServerBackups } from './components/server-backups'
