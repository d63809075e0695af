export { ServerFiles } from './components/server-files'
