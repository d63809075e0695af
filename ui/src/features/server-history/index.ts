export { ServerHistory } from './components/server-history'
